/// The usual script of each language, from the likely subtags of CLDR 48 (Unicode licence).
///
/// Contains all languages with other scripts than Latin, and frequent ones with Latin. Regions with another script are listed
/// with their language: `pa-PK`.
enum LikelyScripts {
    static let byLanguage: [Substring: Substring] = {
        var scripts: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            for language in words.dropFirst() { scripts[language] = words[0] }
        }
        return scripts
    }()

    private static let text = """
        Aghb xag
        Ahom aho
        Arab ar fa ks ps sd ug ur aao abh abv acm acq acw acx adf aeb aec aee aeq afb \
        aib aiq apc apd arq ars ary arz ask atn auj auz avd avl ayh ayl ayn ayp azb \
        bal bdz bej bft bgn bgp bhe bhm bjm bqi brh brk bsh bsk chg cja ckb clh dcc \
        def deh dgl dmk dml esh fay faz fia fub gbz ggg gha ghr gig gjk gju glh glk \
        grr gwc gwf gwt gzi hac haz hkh hnd hno hoh hrz hss isk jad jat jbn jdg jnd \
        jog kbu kby kcy kfm khw klj kmz ktl kvx kxp lah lki lrc lrk lrl lsa lss luv \
        luz mby mde mey mfa mfi mhj mki mnj mve mvy mzb mzn nli nlm ntz nyq odk oru \
        ota pbt phl phr phv plk prc prd prx psh psi pst qxq rdb rmt sbn scl sdb sdf \
        sdg sdh sds sgr sgy shd shm shu shv siy siz skr smy sqo sqt srh srz ssh sts \
        swb tjo tks tov tra trm trw ush uzs vaf vgr vmh wbk wlo wne wni wsv xhe xka \
        xkc xkj xkp xvi ydg zba zdj zum az-IQ az-IR ha-CM ha-SD kk-AF kk-CN kk-IR \
        kk-MN ku-IQ ku-IR ku-LB ky-CN ms-CC pa-PK tg-PK uz-AF
        Armi arc
        Armn hy axm hyw rmi
        Avst ae
        Bali kaw
        Bamu bax
        Batk btd btm
        Beng as bn aot bpy cdz ctg der grt kdq mni rah rkt sdr syl unr unx
        Bopo hmj hmq
        Brah kho pka pmh psu xtq
        Cakm ccp tnv
        Cans cr iu oj crj crk crl crm csw nsk ojs
        Cari xcr
        Cham cjm
        Cher chr
        Chrs xco
        Copt cop
        Cprt ecy
        Cyrl ab av ba be bg ce cu cv kk kv ky mk mn os ru sr tg tt uk abq ady agx akv \
        alr alt ani aqc atv bhh bph bua bxm chm cji ckt clw crh dar ddo dlg dng enf \
        enh eve evn gdo gin gld huz inh itl jct jdt kaa kap kbd kca ket khv kim kjh \
        koi kpt kpy krc krk kum kva lbe lez mdf mns mrj mtm mud myv ndf neg nio niv \
        nog oaa oac omk orv paq rsk rue rut sah sel sgh sia sjd sjt sty tab tin tyv \
        ude udi udm ugh ulc xal xas xdq xpm xrm xrn xwo yai ykg ykh ynk yrk ysr yug \
        yux zko zkz az-RU ku-AM ku-AZ ku-GE ku-TM pnt-RU ug-KZ ug-MN uz-CN
        Deva hi mr ne sa agi ahr anp anq anr aph asr awa bap bee bfb bfy bfz bgc bgd \
        bgq bgw bha bhb bhd bhi bhj bho bht bhu bix biy bjj bmj bns bpx bra brd brx \
        btv byh byw cdh cdj cdm cdn chx cih ctn daq dhi dhw doi drq dry dty duh dus \
        dwz emg emu fmu gbk gbm gdx ghe goj gok gon gra gvr gyo hif hlb hne hoc hoj \
        hoy hut jee jml jnl jns jul kex kfb kfk kfp kfq kfr kfs kfu kfx kfy kgj khn \
        kif kip kjl kjo kkt kle klr kmj knn kok kra kru ksz kte kwx kyv kyw lae lbf \
        lbm lbr lhm lif lmh loy luu mag mai mgp mjl mjt mjz mkb mke mrd mrr mtr mut \
        mwr nao ncd new nlx nmm noe noi nwx ola oon pch pci pgg phd phw pum pwr raa \
        rab raf raj rav rji rjs rtw rwr sck scp sgj sjp skj soi srx suz swv syw taj \
        tcn tdb tdg tdh tge the thf thl thq thr ths tij tkb tkt ttz vah vas vav vay \
        vjk wbr wme wtm xnr xsr ybh ybi pi-IN sd-IN unr-NP
        Egyp egy
        Elym xly
        Ethi am ti agj ahg alw anu awn bcq bst byn dox drs gez gmv gof gru har hdy ior \
        kqy ktb mdx mdy muz mvz mym sgw stv tig wal wle xan zwa
        Geor ka bbl jge oav sva xmf lzz-GE
        Gong wsg
        Gonm esg
        Goth got
        Gran oty
        Grek el aat bgx cpg ecr grc pnt scx tsd uum xpg yej
        Gujr gu cdi dhn dho dub gas gbl
        Guru pa
        Hang jje okm
        Hani how oko swi zch zeh zgb zgm zgn zhd zlj zln zlq zqe zyg zyn zzj
        Hans zh cdo cjy cnp csp czh gan hak hnm hsn luh nan sjc wuu yue-CN
        Hant ltc lzh yue hak-TW nan-MO nan-TW zh-AU zh-BN zh-GB zh-GF zh-HK zh-ID \
        zh-MO zh-PA zh-PF zh-PH zh-SR zh-TH zh-TW zh-US zh-VN
        Hebr he yi aij czk hbo huy itk jbe jpa jpr jrb jye lad lsd trg yhd yih yud zrp
        Hluw hlu
        Hmnp hnj mww
        Ital ett osc pgn xve
        Java osi tes
        Jpan ja ams yoi
        Kali eky kvy kyu
        Kana ain ryu
        Khar pgd
        Khmr km brb krr krv okz pcb rka smu tpu xhm
        Kits zkt
        Knda kn brw kfa kfd kfg tcy vmd
        Kore ko
        Lana cuu kkh nod stu
        Laoo lo alk brv kjg kuf lbo ncq ngt oyb pho sct sqq sss tth tto
        Latf gml
        Latg mga
        Latn aa ace af ak an ast ay az ban bar bem bez bi bm br bs bug ca ceb cgg ch \
        cho co crs cs csb cy da de dsb ebu ee en eo es et eu ewo ff fi fil fj fo fr \
        frp fur fy ga gcf gd gil gl gn gsw guz gv ha haw hil hmn ho hr hsb ht hu hz ia \
        id ie ig ik ilo io is it jam jbo jmc jv kab kam kde kea kg khq ki kj kl kln kr \
        ksh ku kw la lb lg li lij lkt lmo ln lt lu luo luy lv mas mer mfe mg mgh mh mi \
        mic moh ms mt mua na nap naq nb nd nds ng niu nl nmg nn no nr nso nus nv ny \
        nyn oc om pap pau pcm pi pl pt qu quc rar rm rn ro rof rom rup rw rwk saq sbp \
        sc scn sco se seh ses sg sgs sk sl sm sma smj smn sms sn so sq srn ss st su sv \
        sw szl teo tet tk tkl tn to tok tpi tr ts tvl twq ty uz ve vec vi vo vro vun \
        wa wae war wls wo xh xog yap yav yo za zea zu zza abq-TR ky-TR mey-SN pnt-TR \
        sr-ME sr-RO sr-TR
        Lepc lep
        Lina lab
        Linb gmy
        Lisu lis
        Lyci imy xlc
        Lydi xld
        Mand mid myz
        Mani xmn
        Marc xzh
        Medf dmf
        Merc xmr
        Mlym ml aaf all kev kfh mjq mjr mjv pcf pcg pkr udg yea
        Modi omr
        Mong bxu mnc mvf mn-CN
        Mroo mro
        Mtei omp
        Mymr my aio blk bwe csh dnu dnv hpo int jkm kht kjp ksu ksw kvq kvt kxf kxk \
        mnw mwt obr omx pce phk pll pwo pyx rbb rki rmz shn tco tjl tvn pi-MM
        Narb xna
        Newa nwc
        Nkoo nqo
        Ogam pgl xpi
        Olck sat
        Orkh otk
        Orya or bdv bfw dso dwk gaq gbj gdb jun juy peg rei spv uki xis zrg
        Osge osa
        Ougr oui
        Pauc ctd
        Phli pal
        Phnx obm phn
        Plrd hmd ktp lpo sfm ygp yna ysy ywq ywu
        Prti xpr
        Rjng abl
        Rohg rhg
        Runr non nrn sxu
        Samr sam smp
        Sarb xsa
        Saur saz
        Sgnw ase
        Sidt xsd
        Sinh si pi-LK
        Sogd sog
        Sora srb
        Soyo cmg
        Syrc aii amw bhn bjf hrt kqd lhs oar syc syn syr tmr
        Tagb tbk
        Takr hii jna scu
        Tale tdd thi stu-CN
        Talu khb
        Taml ta bfq ctt cty era iru kfe kfi muv tcx vaa xub xuj
        Tang txg
        Tavt blt soa tyr
        Telu te cde gau key kfc lmn mju nit ort pcj wbq yeu
        Tfng gho shi tda zen zgh
        Thaa dv
        Thai th bzi cbn cog kdt khf kjt kxm lcp lwl lwm mkm mlf mpz mra nyl nyw pht \
        phu prt pww skb sou thm tts ugo urk yoy pi-TH
        Tibt bo dz adx bfu bkk bro cgk cna dka dre dzl ght goe jda jya kbg kgy khg kjz \
        kkf lbj lkh luk lya muk neh npb ole otb sbu sgt sip spt tgf tsj twm xkf zau
        Tnsa nst
        Toto txo
        Ugar uga
        Vaii vai
        Wcho nnp
        Xpeo peo
        Xsux akk hit htx nei oht
        Yiii ii nos nsd nsf nsv nty smh yig yiv ysd ysn ysp
        """
}
