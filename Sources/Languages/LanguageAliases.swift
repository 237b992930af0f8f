/// Replacements for subtags and whole tags that the IANA registry deprecates.
///
/// Three-letter codes of languages that have a two-letter code are replaced too, because they are often used although they are
/// not valid in BCP 47 (`jpn` for `ja`). Languages are not replaced by macrolanguages (`cmn` is unchanged).
enum LanguageAliases {
    /// Tags registered before 2006 that do not follow the grammar.
    ///
    /// Those without a replacement in the registry get CLDR's, which preserves the old tag as private use.
    static let grandfathered: [String: String] = [
        "art-lojban": "jbo",
        "cel-gaulish": "xtg-x-cel-gaulish",
        "en-gb-oed": "en-GB-oxendict",
        "i-ami": "ami",
        "i-bnn": "bnn",
        "i-default": "en-x-i-default",
        "i-enochian": "und-x-i-enochian",
        "i-hak": "hak",
        "i-klingon": "tlh",
        "i-lux": "lb",
        "i-mingo": "see-x-i-mingo",
        "i-navajo": "nv",
        "i-pwn": "pwn",
        "i-tao": "tao",
        "i-tay": "tay",
        "i-tsu": "tsu",
        "no-bok": "nb",
        "no-nyn": "nn",
        "sgn-be-fr": "sfb",
        "sgn-be-nl": "vgt",
        "sgn-ch-de": "sgg",
        "zh-guoyu": "cmn",
        "zh-hakka": "hak",
        "zh-min": "nan-x-zh-min",
        "zh-min-nan": "nan",
        "zh-xiang": "hsn",
    ]

    /// Former countries with a single successor.
    static let regions = [
        "BU": "MM", "DD": "DE", "FX": "FR", "TP": "TL", "YD": "YE", "ZR": "CD",
    ]

    /// Languages that an extended language replaces: `zh-yue` is `yue`.
    static let macrolanguages: Set = ["ar", "kok", "lv", "ms", "sgn", "sw", "uz", "zh"]

    static let languages: [Substring: Substring] = {
        var languages: [Substring: Substring] = [:]
        for pair in text.split(separator: " ") {
            let names = pair.split(separator: ">")
            languages[names[0]] = names[1]
        }
        return languages
    }()

    /// Whether two bytes are lower-case letters that are not a deprecated language.
    static func isCurrent(_ first: UInt8, _ second: UInt8) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard letters.contains(first), letters.contains(second) else { return false }
        return !deprecated[index(first, second)]
    }

    /// For each pair of letters, so that a lookup needs no string.
    private static let deprecated: [Bool] = {
        var deprecated = Array(repeating: false, count: 26 * 26)
        for name in languages.keys where name.utf8.count == 2 {
            let letters = Array(name.utf8)
            deprecated[index(letters[0], letters[1])] = true
        }
        return deprecated
    }()

    private static func index(_ first: UInt8, _ second: UInt8) -> Int {
        Int(first - UInt8(ascii: "a")) * 26 + Int(second - UInt8(ascii: "a"))
    }

    private static let text = """
        aam>aas aar>aa abk>ab adp>dz afr>af ais>ami aka>ak alb>sq amh>am ara>ar arg>an \
        arm>hy asd>snz asm>as aue>ktz ava>av ave>ae aym>ay ayx>nun aze>az bak>ba \
        bam>bm baq>eu bel>be ben>bn bgm>bcg bic>bir bis>bi bjd>drl bod>bo bos>bs \
        bre>br bul>bg bur>my cat>ca ccq>rki ces>cs cha>ch che>ce chi>zh chu>cu chv>cv \
        cjr>mom cka>cmr cmk>xch cor>kw cos>co coy>pij cqu>quh cre>cr cym>cy cze>cs \
        dan>da dek>sqm deu>de dit>dif div>dv drh>khk drr>kzk dut>nl dzo>dz ell>el \
        eng>en epo>eo est>et eus>eu ewe>ee fao>fo fas>fa fij>fj fin>fi fra>fr fre>fr \
        fry>fy ful>ff gav>dev gbc>wny geo>ka ger>de gfx>vaj ggn>gvr ggo>esg ggr>gtu \
        gio>aou gla>gd gle>ga glg>gl gli>kzk glv>gv gre>el grn>gn gti>nyc guj>gu \
        guv>duz hat>ht hau>ha heb>he her>hz hin>hi hmo>ho hrr>jal hrv>hr hun>hu hye>hy \
        ibi>opa ibo>ig ice>is ido>io iii>ii iku>iu ile>ie ill>ilm ilw>gal in>id ina>ia \
        ind>id ipk>ik isl>is ita>it iw>he izi>eza jar>jgk jav>jv jeg>oyb ji>yi jpn>ja \
        jw>jv kal>kl kan>kn kas>ks kat>ka kau>kr kaz>kk kdv>zkd kgc>tdf kgd>ncq \
        kgh>kml kgm>plu khm>km kik>ki kin>rw kir>ky koj>kwv kom>kv kon>kg kor>ko \
        kpp>jkm krm>bmf ktr>dtp kua>kj kur>ku kvs>gdj kwq>yam kxe>tvd kxl>kru kzh>dgl \
        kzj>dtp kzt>dtp lak>ksp lao>lo lat>la lav>lv leg>enl lii>raq lim>li lin>ln \
        lit>lt llo>ngt lmm>rmx ltz>lb lub>lu lug>lg mac>mk mah>mh mal>ml mao>mi mar>mr \
        may>ms meg>cir mgx>jbk mkd>mk mlg>mg mlt>mt mnt>wnn mo>ro mof>xnt mon>mn \
        mri>mi msa>ms mst>mry mwd>dmw mwj>vaj mya>my myd>aog myt>mry nad>xny nau>na \
        nav>nv nbf>nru nbl>nr nbx>gll ncp>kdz nde>nd ndo>ng nep>ne nld>nl nln>azd \
        nlr>nrk nno>nn nns>nbr nnx>ngv nob>nb nom>cbr noo>dtd nor>no nte>eko nts>pij \
        nxu>bpp nya>ny oci>oc ojg>oj oji>oj ori>or orm>om oss>os oun>vaj pan>pa \
        pat>kxr pcr>adx per>fa pli>pi pmc>huw pmk>crr pmu>phr pol>pl por>pt ppa>bfy \
        ppr>lcq prp>gu pry>prt pus>ps puz>pub que>qu rmr>emx roh>rm ron>ro rum>ro \
        run>rn rus>ru sag>sg san>sa sap>aqt sca>hle sgl>isk sin>si skk>oyb slk>sk \
        slo>sk slv>sl smd>kmb sme>se smo>sm sna>sn snb>iba snd>sd som>so sot>st spa>es \
        sqi>sq srd>sc srp>sr ssw>ss sul>sgd sum>ulw sun>su swa>sw swe>sv szd>umi \
        tah>ty tam>ta tat>tt tdu>dtp tel>te tgg>bjp tgk>tg tgl>tl tha>th thc>tpo \
        thw>ola thx>oyb tib>bo tid>itd tie>ras tir>ti tkk>twm tlw>weo tmk>tdg tmp>tyj \
        tne>kak ton>to tpw>tpn tsf>taj tsn>tn tso>ts tuk>tk tur>tr twi>tw uig>ug \
        ukr>uk unp>wro uok>ema urd>ur uzb>uz ven>ve vie>vi vol>vo wel>cy wgw>wgb \
        wit>nol wiw>nwo wln>wa wol>wo xba>cax xho>xh xia>acn xkh>waw xrq>dmw xsj>suj \
        xss>zko ybd>rki yen>ynq yid>yi yiy>yrm yma>lrr ymt>mtm yor>yo yos>zom yuu>yug \
        zha>za zho>zh zir>scv zkb>kjh zul>zu
        """
}
