#!/usr/bin/env python3
"""make-pinyin.py FOLDER
Writes Sources/Languages/Transliteration/PinyinCharacters.swift and PinyinWords.swift: the readings of Chinese characters, and the
words that determine the reading of characters with several. FOLDER contains, unpacked:
  unicode-data     Debian's package (`apt-get download unicode-data && dpkg-deb -x unicode-data*.deb FOLDER`)
  python3-jieba    Debian's package, the same way: words with their frequency (MIT)
It needs pypinyin-dict (`pip install pypinyin-dict`): readings of words (MIT).
Characters and readings are Unihan's: the standard table of 8,105 characters (kTGHZ2013), frequency of readings
(kHanyuPinlu), traditional forms (kSimplifiedVariant), all under the Unicode licence.
"""
import bz2
import collections
import pathlib
import re
import sys
import textwrap

from pypinyin_dict.phrase_pinyin_data import cc_cedict, large_pinyin

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = pathlib.Path(sys.argv[1])
# A reading with this share of all uses is the character's reading unless a word determines another.
SURE = 0.99
WORDS = 12_000
# Our own choice for everyday words on which the sources disagree, nearly always about the tone of the last syllable.
EVERYDAY = """
    行李 xíng,li 还是 hái,shi 谢谢 xiè,xie 哪儿 nǎ,er 这儿 zhè,er 那儿 nà,er 有空 yǒu,kòng 部分 bù,fen 你好 nǐ,hǎo
    对不起 duì,bu,qǐ 没关系 méi,guān,xi 不客气 bù,kè,qi 你们 nǐ,men 他们 tā,men 她们 tā,men 大家 dà,jiā 一会儿 yī,huì,er
    爸爸 bà,ba 姐姐 jiě,jie 弟弟 dì,di 爷爷 yé,ye 奶奶 nǎi,nai 猴子 hóu,zi 兔子 tù,zi 狮子 shī,zi 裤子 kù,zi 裙子 qún,zi
    衣服 yī,fu 头发 tóu,fa 认识 rèn,shi 休息 xiū,xi 漂亮 piào,liang 早上 zǎo,shang 晚上 wǎn,shang 地方 dì,fang
    东西 dōng,xi 月亮 yuè,liang 告诉 gào,su 知道 zhī,dao 觉得 jué,de 关系 guān,xi 消息 xiāo,xi 事情 shì,qing
    朋友 péng,you 学生 xué,sheng 先生 xiān,sheng 医生 yī,shēng 耳朵 ěr,duo 眼睛 yǎn,jing 嘴巴 zuǐ,ba 尾巴 wěi,ba
    豆腐 dòu,fu 萝卜 luó,bo 包子 bāo,zi 饺子 jiǎo,zi 葡萄 pú,tao 石头 shí,tou 木头 mù,tou 舌头 shé,tou 枕头 zhěn,tou
    里面 lǐ,miàn 窗户 chuāng,hu 客气 kè,qi 便宜 pián,yi 舒服 shū,fu 干净 gān,jìng 聪明 cōng,ming 热闹 rè,nao
    打算 dǎ,suan 收拾 shōu,shi 帮助 bāng,zhù 喜欢 xǐ,huan 明白 míng,bai 清楚 qīng,chu 凉快 liáng,kuai 暖和 nuǎn,huo
    故事 gù,shi 名字 míng,zi 多少 duō,shao 力气 lì,qi 脾气 pí,qi 天气 tiān,qì 生意 shēng,yi 意思 yì,si 本事 běn,shi
    丈夫 zhàng,fu 妻子 qī,zi 孩子 hái,zi 太太 tài,tai 亲戚 qīn,qi 大夫 dài,fu 护士 hù,shi 师傅 shī,fu 爱人 ài,ren
    胳膊 gē,bo 指甲 zhǐ,jia 骨头 gǔ,tou 头子 tóu,zi 前头 qián,tou 钥匙 yào,shi 玻璃 bō,li 困难 kùn,nan 麻烦 má,fan
""".split()


def unihan(name):
    table = collections.defaultdict(dict)
    with bz2.open(FOLDER / f"usr/share/unicode/Unihan_{name}.txt.bz2", "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("U+"):
                code, key, value = line.rstrip("\n").split("\t")
                table[chr(int(code[2:], 16))][key] = value
    return table


readings, variants = unihan("Readings"), unihan("Variants")


def unique(items):
    return list(dict.fromkeys(items))


def standard(character):
    """The readings of the current standard, the most frequent first, and whether the first is certain."""
    given = readings[character].get("kTGHZ2013")
    if not given:
        return None
    listed = [entry.split(":")[1] for entry in given.split()]
    counts = {m[0]: int(m[1]) for m in re.findall(r"(\S+?)\((\d+)\)", readings[character].get("kHanyuPinlu", ""))}
    mandarin = readings[character].get("kMandarin", "").split()[:1]
    ordered = sorted(unique(listed), key=lambda r: (-counts.get(r, 0), r not in mandarin, listed.index(r)))
    total = sum(counts.get(r, 0) for r in ordered)
    sure = len(ordered) == 1 or (
        total >= 200 and counts.get(ordered[0], 0) >= SURE * total and ordered[0] in mandarin)
    return ordered, sure


# Characters whose counts mislead: only a word determines their reading.
UNSURE = {"佛": ["fó", "fú"], "没": ["méi", "mò"], "什": ["shén", "shí"], "识": ["shí", "zhì"]}

table = {}
for character in readings:
    if found := standard(character):
        table[character] = (UNSURE[character], False) if character in UNSURE else found
for character, given in list(readings.items()):
    simple = [chr(int(code[2:], 16)) for code in variants[character].get("kSimplifiedVariant", "").split()]
    simple = [one for one in simple if one in table and one != character]
    if character in table or not simple:
        continue
    own = {r for group in given.get("kHanyuPinyin", "").split() for r in group.split(":")[1].split(",")}
    own |= set(given.get("kMandarin", "").split())
    possible = unique(r for one in simple for r in table[one][0] if r in own)
    if possible:
        sure = len(possible) == 1 or (table[simple[0]][1] and possible[0] == table[simple[0]][0][0])
        table[character] = (possible, sure)

ambiguous = {c for c, (r, sure) in table.items() if not sure}

words = {}
for line in open(FOLDER / "usr/lib/python3/dist-packages/jieba/dict.txt", encoding="utf-8"):
    word, count, kind = line.split()
    if 2 <= len(word) <= 4 and all(c in table for c in word) and not (
        kind.startswith("nr") and word not in cc_cedict.phrases_dict
    ):
        words[word] = int(count)

chosen, disagree = {}, 0
everyday = {word: said.split(",") for word, said in zip(EVERYDAY[::2], EVERYDAY[1::2])}


def plainly(word, said):
    """Replaces the tones that 一 and 不 take from their neighbours, which are spoken but not written."""
    return [{"一": "yī", "不": "bù"}.get(c, r) for c, r in zip(word, said)]


chosen.update(everyday)
for word in sorted(words, key=lambda w: -words[w])[: WORDS * 3]:
    if word in everyday:
        continue
    several = any(len(table[c][0]) > 1 for c in word)
    one = cc_cedict.phrases_dict.get(word)
    other = large_pinyin.phrases_dict.get(word)
    if not one or any(len(r) > 1 for r in one):
        one = None
    if several and not (one and other):
        continue
    if several:
        first = [r[0] for r in one]
        second = [r[0] for r in other]
        # Both have to agree on every character that has several readings.
        if any(len(table[c][0]) > 1 and a != b for c, a, b in zip(word, first, second)):
            disagree += 1
            continue
        chosen[word] = plainly(word, second)
    else:
        plain = [[table[c][0][0]] for c in word]
        chosen[word] = plainly(word, [r[0] for r in (other if one and one == other else plain)])
    if len(chosen) == WORDS:
        break


def line_of(word):
    if any(r not in table[c][0] for c, r in zip(word, chosen[word])):
        return word + ";" + ",".join(chosen[word])
    return word + ",".join(r for c, r in zip(word, chosen[word]) if len(table[c][0]) > 1)


def swift(name, summary, detail, text):
    body = textwrap.wrap(text, 96, break_long_words=False, break_on_hyphens=False)
    path = ROOT / f"Sources/Languages/Transliteration/{name}.swift"
    path.write_text(
        f"/// {summary}\n///\n/// {detail}\n/// Made by `Scripts/make-pinyin.py`.\nenum {name} {{\n    static let text = \"\"\"\n"
        + "".join(f"        {line} \\\n" for line in body[:-1]) + f"        {body[-1]}\n        \"\"\"\n}}\n", encoding="utf-8")


groups = collections.defaultdict(str)
for character in sorted(table):
    ordered, sure = table[character]
    groups[("" if sure else "?") + ",".join(ordered)] += character
print(len(table), "characters,", len(ambiguous), "of them ambiguous;", len(chosen), "words,", disagree, "on which the sources disagree")
swift("PinyinCharacters", "How characters are read: the readings, the likeliest first, then the characters that have them.",
      "Behind a question mark stand those whose reading only a word can settle. After Unihan (Unicode licence).",
      " ".join(key + groups[key] for key in sorted(groups)))
swift("PinyinWords", "Frequent words, with the readings of those of their characters that have several, or behind a semicolon of all.",
      "Words by frequency from jieba, readings from phrase-pinyin-data (both MIT), where CC-CEDICT reads them the same.",
      " ".join(line_of(word) for word in sorted(chosen)))
