"""The real Anki as reference: a new collection for each test."""

import pytest
from anki.collection import Collection


@pytest.fixture
def collection(tmp_path):
    collection = Collection(str(tmp_path / "collection.anki2"))
    yield collection
    collection.close()
