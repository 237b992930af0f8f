import Recall
