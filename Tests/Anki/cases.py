"""The note types and notes whose cards are compared with Anki's.

Each case is a note type (fields, and templates as pairs of front and back; a cloze type has one pair) and its notes.
"""

BASIC = ["Front", "Back"]
REVERSED = [("{{Front}}", "{{Back}}"), ("{{Back}}", "{{Front}}")]


def blank_fields():
    """Which texts count as an empty field. The first template always shows something, because Anki creates the first
    card even if it is empty."""
    texts = [
        "", " ", "\n", "\t\n", "<br>", "<BR/>", "<br />", "</br>", "<br  />", "<div>", "<div></div>",
        "<div><br></div>", "<DIV> <br> </DIV>", "<div class=a></div>", "<p></p>", "<b></b>", "<hr>", "<!-- x -->",
        "&nbsp;", "\u00a0", "\u3000", "\u200b", "0", "a", "<br", "br>", "<>", "< br>", "<br>a", "<img src=a.png>",
    ]
    return {
        "name": "blank fields",
        "fields": ["Always", "Maybe"],
        "templates": [("{{Always}}", "{{Maybe}}"), ("{{Maybe}}", "{{Always}}")],
        "notes": [{"Always": "x", "Maybe": text} for text in texts],
    }


def both_ways():
    return {
        "name": "both ways",
        "fields": BASIC,
        "templates": REVERSED,
        "notes": [
            {"Front": front, "Back": back}
            for front in ("", "omena", "<br>")
            for back in ("", "apple", "&nbsp;")
        ],
    }


def fronts():
    """Every front is the second template of its own type, tried with every combination of filled fields."""
    notes = [
        {"Always": "x", "A": a, "B": b}
        for a in ("", "a", "<br>")
        for b in ("", "b")
    ]
    tagged = [dict(note, tags=["one", "two::three"]) for note in notes]
    for front in [
        "{{A}}",
        "text {{A}}",
        "{{A}}{{B}}",
        "{{#A}}{{B}}{{/A}}",
        "{{#A}}x{{/A}}{{B}}",
        "{{^A}}{{B}}{{/A}}",
        "{{^A}}no{{/A}}{{A}}",
        "{{^A}}{{^B}}{{Always}}{{/B}}{{/A}}",
        "{{#A}}{{#B}}both {{A}} {{B}}{{/B}}{{^B}}only {{A}}{{/B}}{{/A}}{{^A}}{{#B}}only {{B}}{{/B}}{{/A}}",
        "{{#A}}{{#A}}{{A}}{{/A}}{{/A}}",
        "{{ A }}",
        "{{# A }}{{B}}{{/ A }}",
        "{{#A\n}}{{B}}{{/A}}",
        "{{{A}}}",
        "{{A}}}",
        "{{A}} {{B",
        "{{A}} }} {{ x",
        "<!-- {{Nobody}} {{#A}} -->{{A}}<!-- z -->",
        "{{A}}<!-- {{B}}",
        "{{text:A}}",
        "{{unheard of:A}}",
        "{{:A}}",
        "{{A:}}{{B}}",
        "{{type:A}}",
        "{{type:nc:A}}",
        "{{FrontSide}}{{A}}",
        "{{FrontSide}}",
        "{{#FrontSide}}{{A}}{{/FrontSide}}",
        "{{Tags}}",
        "{{#Tags}}{{A}}{{/Tags}}",
        "{{^Tags}}{{A}}{{/Tags}}",
        "{{text:Tags}}{{A}}",
        "{{Deck}}",
        "{{Subdeck}}|{{Card}}|{{CardFlag}}",
        "{{#Deck}}{{A}}{{/Deck}}",
        "{{=<% %>=}}<%A%> <%#B%>b<%/B%>",
        "\n{{A}}\n\n {{B}} \n",
        "{{cloze:A}}",
    ]:
        yield {
            "name": "front " + front,
            "fields": ["Always", "A", "B"],
            "templates": [("{{Always}}!", "{{A}}"), (front, "{{FrontSide}}<hr id=answer>{{B}}")],
            "notes": notes + tagged,
        }


def backs():
    for back in [
        "{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}",
        "{{text:FrontSide}}|{{Back}}",
        "{{FrontSide}}{{FrontSide}}",
        "{{#Back}}{{FrontSide}}{{/Back}}",
        "{{type:Back}}",
        "{{type:nc:Back}}",
        "{{Tags}} {{Deck}} {{Subdeck}} {{Card}} {{CardFlag}}",
        "",
        "nothing",
    ]:
        yield {
            "name": "back " + back,
            "fields": BASIC,
            "templates": [("<b>{{Front}}</b>", back)],
            "notes": [
                {"Front": "omena", "Back": "apple", "tags": ["fruit"]},
                {"Front": "omena", "Back": ""},
                {"Front": "{{Back}}", "Back": "apple"},
                {"Front": "{{#Front}}", "Back": "<i>&amp;</i>"},
            ],
        }


def text_filter():
    texts = [
        "a<br>b", "a<div>b</div>c", "&lt;b&gt;", "&amp;lt;", "&#39;&#x41;", "&lt;&#X42;", "&quot;&nbsp;x", "a<!-- < > -->b",
        "a<style>x > y</style>b<script>z</script>c", "1 < 2 > 0", "<b", "a > b", "&nothing;", "&lt;&nothing;", "&copy", "&lt;&copy", "a & b", "a & b &lt;c", "&lt; & b;", "&&lt;", "&lt;&",
        "&#xffffffff;&lt;", "&#55296;&lt;", "&quot;&LT;", "&;&#;&#x;",
        "<p class='a'>x</p>", "  a  ", "a\nb", "äö 日本 ਪੰਜਾਬੀ",
    ]
    return {
        "name": "the filter text",
        "fields": BASIC,
        "templates": [("{{text:Front}}|{{Back}}", "{{Front}}")],
        "notes": [{"Front": text, "Back": "x"} for text in texts],
    }


def cloze_texts():
    deep = {
        depth: "".join("{{c%d::" % (number + 1) for number in range(depth)) + "x" + "}}" * depth
        for depth in (9, 10, 11, 15)
    }
    texts = [
        "", "no gaps", "{{c1::a}} b", "{{c1::a}} {{c3::b}}", "{{c2::a}}{{c1::b}}", "{{c2::a::hint}}",
        "{{c1::a::}}", "{{c1::}}", "{{c1::::}}", "{{c1::::hint}}", "{{c1:::a}}", "{{c1::a:::h}}", "{{c1::a::b::c}}",
        "{{c1::a {{c2::b}} c}}", "{{c1::{{c1::a}} b}}", "{{c1::a {{c2::b::h2}}::h1}}", "{{c1::a::h {{c2::b}} c}}",
        "{{c1::a {{c2::b}} c::h::i}}", "{{c1::a}}{{c1::b}}", "{{c1::a\nb}}", "{{c1:: }}", "{{c1::<b>a</b>}}",
        "<div>{{c1::a}}</div>", "म{{c1::\u0940}}ठा", "{{c1::e}}\u0301", "{{c1::日本}}の{{c2::首都::しゅと}}",
        "{{c0::a}}", "{{c0::a}} {{c1::b}}", "{{c01::a}}", "{{c007::a}}", "{{c499::a}}", "{{c500::a}}", "{{c501::a}}",
        "{{c1000::a}}", "{{c65535::a}}", "{{c65536::a}}", "{{c70000::b}} {{c1::c}}", "{{c99999999999999999999::x}}",
        "{{c1,2::a}}", "{{c2,1::a}} {{c3::b}}", "{{c1,1::a}}", "{{c,1::a}}", "{{c1,::a}}", "{{c,::a}}", "{{c::a}}",
        "{{c1,x::a}}", "{{c0,1::a}}", "{{c70000,1::a}}",
        "{{c1:a}}", "{{C1::a}}", "{{ c1::a}}", "{{c 1::a}}", "{{c1 ::a}}", "{{c-1::a}}", "{{c+1::a}}", "{{c１::a}}",
        "{{c1::a", "{{c1::a}", "{{c1::a}}}", "{{{c1::a}}}", "{{c1::a}} {{c2::zz", "{{c1::a {{c2::zz}} tail",
        "x {{c2::zz {{c1::b}} y", "}} {{c1::a}}", "{{c1::a}} }} x", "{{c1::{{x}} y}}", "{{c1::a{{c1::b}}c}} d",
        deep[9], deep[10], deep[11], deep[15],
    ]
    return {
        "name": "cloze",
        "cloze": True,
        "fields": ["Text", "Extra"],
        "templates": [("{{cloze:Text}}", "{{cloze:Text}}<br>{{Extra}}")],
        "notes": [{"Text": text, "Extra": "e"} for text in texts]
        + [
            {"Text": "x", "Extra": "{{c2::y}}"},
            {"Text": "{{c1::x}}", "Extra": "{{c2::y}}"},
            {"Text": "{{c1::x}}", "Extra": "{{c1::y}}"},
        ],
    }


def cloze_templates():
    for front, back in [
        ("{{#c1}}one{{/c1}}{{#c2}}two{{/c2}}{{^c1}}not one{{/c1}}{{cloze:Text}}", "{{cloze:Text}}"),
        ("{{text:cloze:Text}}", "{{text:cloze:Text}}"),
        ("{{cloze:Text}}{{cloze:Extra}}", "{{cloze:Extra}}{{cloze:Text}}"),
        ("{{#Extra}}{{cloze:Text}}{{/Extra}}", "{{cloze:Text}}"),
        ("{{cloze:Text}}|{{Text}}|{{Card}}|{{type:cloze:Text}}", "{{cloze:Text}}|{{FrontSide}}"),
    ]:
        yield {
            "name": "cloze template " + front,
            "cloze": True,
            "fields": ["Text", "Extra"],
            "templates": [(front, back)],
            "notes": [
                {"Text": "{{c1::x}} {{c2::y::h}}", "Extra": ""},
                {"Text": "a {{c1::x}}", "Extra": "{{c2::y}}"},
                {"Text": "no gap", "Extra": "e"},
            ],
        }


def refused_types():
    """Note types that Anki does not store."""
    for front, back in [
        ("{{Nobody}}{{Front}}", ""),
        ("{{#Nobody}}{{Front}}{{/Nobody}}", ""),
        ("{{Front}}", "{{Nobody}}"),
        ("{{front}}", ""),
        ("{{ text : Front }}", ""),
        ("{{& Front}}", ""),
        ("{{#}}{{Front}}{{/}}", ""),
        ("{{#Front}}{{Front}}", ""),
        ("{{Front}}{{/Front}}", ""),
        ("{{#Front}}{{Front}}{{/Back}}", ""),
        ("{{#Front}}{{#Back}}{{Front}}{{/Front}}{{/Back}}", ""),
        ("{{Front}}", "{{#Back}}"),
        ("no field", "{{Back}}"),
        ("", "{{Back}}"),
        ("{{Front}", ""),
        ("<!-- {{Front}} -->", ""),
    ]:
        yield {"name": f"refused {front} | {back}", "fields": BASIC, "templates": [(front, back)]}
    yield {"name": "refused twins", "fields": BASIC, "templates": [("{{Front}}", "{{Back}}")] * 2}
    for front, back in [
        ("{{Text}}", "{{cloze:Text}}"),
        ("{{cloze:Text}}", "{{Text}}"),
        ("{{#Text}}x{{/Text}}", "{{cloze:Text}}"),
    ]:
        yield {
            "name": f"refused cloze {front} | {back}",
            "cloze": True,
            "fields": ["Text", "Extra"],
            "templates": [(front, back)],
        }


def every_case():
    yield blank_fields()
    yield both_ways()
    yield from fronts()
    yield from backs()
    yield text_filter()
    yield cloze_texts()
    yield from cloze_templates()
    yield from refused_types()
