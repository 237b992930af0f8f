/// The words in the passphrases that people choose most often, and that everybody who guesses tries first.
///
/// The first two thousand of Mark Burnett's ten million passwords (2015, in the public domain), in the order of zxcvbn
/// (MIT licence), in lower case and without the digits and signs at their ends. Sorted.
enum CommonPassphrases {
    /// Whether a text in lower case, without what surrounds its letters, is one of them.
    static func include(_ word: some StringProtocol) -> Bool { words.contains(Substring(word)) }

    private static let words = Set(list.split { $0.isWhitespace })

    private static let list = """
        a1b2c a1b2c3d a1s2d3f a2b3c a2b3c4d aardvark abcd aberdeen abgrtyu access accord achilles
        action adgjmptw adidas admin aezakmi agent aggies aikido airborne airbus airforce airplane
        alabama alaska albatros albion alejandr aleksandr alexande alexandr alexis aliens alpha
        alpine amadeus amanda amateur amazon amber america amsterdam anaconda anakin anal analsex
        anarchy andrei andrew andrey anfield angel angels anhyeuem animal anime anthony anubis
        apache apollo apple applepie apples aquarius aragorn area arizona arjay armani arsenal
        artemis asdasd asdf asdfasdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdfjkl asdzxc aspire
        aspirine assassin assfuck asshole assman asterix astros atlanta atlantis atomic auburn
        aussie austin australi avalon avatar avenger awesome azamat azerty azsxdc azsxdcfv babe
        babes babyboy babydoll babygirl babylon backdoor badass badboy baddog badger baggins baller
        balloon balls bambam banana bananas bandit bang bangkok banshee barbie barcelon barcelona
        barkley barney barsik baseball basket basketba bassman bastard batman beagle beaner bear
        beast beatles beauty beaver beavis beckham beefcake beer beetle berlin bicycle bigballs
        bigbird bigboobs bigboy bigcock bigdaddy bigdick bigdog bigfoot biggie bigguy bigmac bigman
        bigmoney bigone bigred bigsexy bigtime bigtits bikini billy billybob billyboy bingo birdie
        birdman biscuit bitch bitches biteme bizkit blabla black blackcat blackdog blackie blackjac
        blacks blacky blade blades blahblah blaster blazer blessed blink blizzard blonde blondes
        blondie blowjob blowme blue bluebird blueeyes bluemoon blues bluesky bobafett bobby bobcat
        boeing bogart bogdan bohica bollocks bollox bomber bond bondage bonehead boner bones bonjour
        bonsai boob boobies booboo boobs booger boogie boomer bootie boots booty bosco bossman
        boston bowler bowling boxing br0d3r brando brandon brandy brasil braves brazil breast breeze
        bristol britney bronco broncos brooklyn brownie browns brucelee bruins brutus bubba bubbas
        bubble bubbles buckeye buckeyes buddha buddy budlight budman buffalo buffett bugger bull
        bulldog bulldogs bullet bullshit bunghole bunny burger buster butch butter butterfl
        butterfly butthead butthole buttons byteme cabbage cactus cadillac caesar calico caliente
        californ camaro camel camelot camels cameron canada cancer cancun candle candyman canon
        cantona capone captain cardinal carolina carpet carrot cartman cartoon caserta casey casino
        casper cassie catch catdog catfish catherin catman cats cavalier ccbill cdtnkfyf celica
        celine celtic celtics cent cessna champion champs changeme chaos charger chargers charli
        charlie charlott charlton charly charmed chaser cheers cheese cheetah chelsea cherokee
        cherry chester chevelle chevrole chevy chewie cheyenne chicago chichi chicken chickens
        chicks chiefs chipper chocolat chopper chris chrissy christ christia christin christop
        chronic chubby chucky cinnamon cjkysirj cjkywt clancy clapton classic clemson clitoris cloud
        clover cobra cocacola cock cocks coconut coffee coke colombia colorado colors colt coltrane
        commando compaq computer concrete condom condor connect connor consumer cookie cookies
        cooldude cooler coolio coolman cooter copper corona corrado corvette cosmo cosmos cosworth
        cougar cowboy cowboys coyote cracker crazy crazybab creampie creamy creative cricket crimson
        cruise crunch crusader cthulhu cthutq cuddles cumming cumshot cunt cupcake curious cutlass
        cutter cxfcnmt cyclone daddy dagger daisy dakota dallas damnit dancer danger danie daniel
        daniil danila danni dannyboy darkness darkside darkstar david davids dawg daytona dbrnjhbz
        deadhead deadman deeznuts defender defiant deftones delete delta denali deniska desert
        designer desire deskjet destiny detroit devil devildog devils dexter dfkthbz dfvgbh diablo
        diamond diamonds dick dickhead dicks diesel dietcoke digger digital dilbert dildo dilligaf
        dima dinamo dingdong dinosaur discover disney dkflbvbh doberman doctor dodger dodgeram
        dodgers dogg doggie doggy dogman dogs dollar dolphin dolphins domino donkey doobie doodle
        dookie doughboy dracula drago dragon dragons dragoon dreamer dreams driver drizzt drowssap
        drpepper drummer dthjybrf dublin ducati duchess duck dumbass durango eagle eagles eatme
        eatpussy eatshit eclipse eduard eeyore einstein ekaterina electric element elephant elizabet
        elvis emerald emily eminem empire engage engineer enigma enter enterpri enterprise ericsson
        erotic escort eternity everest everton excalibu exigen exigent exodus explorer express
        extreme fabie falcon falcons fallen fantasy farside fart faster fatass fatboy fatcat fatman
        fender fernand ferrari ferret fetish ficken fiesta figaro fighter filter finger fire
        fireball firebird firefly firefox fireman fish fishing fitness fktrcfylh fktrcfylhf fktrctq
        flames flamingo flash flatron fletch flipper florida flower fluffy flyboy flyers foobar
        football fordf forest forever formula fortuna fossil foxtrot frank franky freaks freaky
        freckles freddy freedom freepass freeporn freeuser friday fright frisco frog frogger froggy
        front frontier frosty fubar fuck fuck_inside fucked fucker fuckers fuckface fucking fuckit
        fuckme fuckoff fuckyou fugazi funtime fusion fyfcnfcbz fylhtq gabrie galaxy galina galore
        gambit gandalf gangbang gangsta gangster garden garfield gateway gator gators gbpltw geheim
        gemini genesis genius geronimo getsome gfhjkm ghbdtn ghbdtnbr ghjcnj ghost giants ginger
        giorgi girls gizmo gizmodo gjkbyf gmoney gn56gn goblin goblue goddess godsmack godzilla
        gofish goforit goku golden goldfish golf golfball golfer golfing goliath goober goodluck
        goodtime google goose gopher gordon gorilla gotcha gothic govols granny greatone green
        greenbay greenday greens gremlin grendel griffey gringo grizzly groovy grumpy guardian
        guinness guitar gundam gunner gustav hacker halflife hallo hamburg hamlet hammer hammers
        hamster hannah hannibal hansolo happy happyday hardcore hardon hardrock harley hawaii
        hawkeye hearts heather heaven hedgehog hellfire hello hellyeah helpme hendrix hentai herbie
        hercules hermes hershey hesoyam hidden highland hiphop hithere hitler hitman hjvfirf hobbes
        hobbit hockey holiday hollywoo holyshit homer homers homerun honda hongkong hooker hooter
        hooters horndog hornet horney horny horse horses hotboy hotdog hotrod hotsex hotstuff hottie
        hummer hunter hunting hurrican husker huskers huskies hustler hyperion ibanez icecream
        iceman iforgot igor iguana ihateyou illini ilovesex iloveu iloveyo iloveyou immortal impala
        incubus indiana indians indigo inferno infiniti infinity insane integra internet intrepid
        irina irish ironman italia ivanov iverson iwantu j4ye3uz jackal jackass jackoff jackson
        jaguar jamaica james jamesbon jammer jarhead jasmine jason jasper jazzman jedi jeep jenny
        jericho jerkoff jessica jester jesus jethro jimbo jimbob jimmy john joker jordan jrcfyf
        juice jumper junebug jungle junior jupiter justdoit justice justin justme juventus kaktus
        kamikaze kangaroo kansas karate karina karolina kasper katana katerina katie katrin kawasaki
        keeper kelly kenshin kenwood kenworth kevin keyboard keystone keywest kicker killbill killer
        killme kingkong kingpin kingston kirill kisses kissme kitkat kitten kitty kittycat klaster
        knicks knights knopka kodiak kolobok koshka kotenok krishna kume labrador labtec lacrosse
        ladybug laguna lakers lancelot lancer lansing laptop larisa lasvegas latino leather ledzep
        legacy legend legion legolas lennon leopard lesbian lesbians lespaul lestat letmein letsgo
        lexmark liberty lick licker lickit lickme lifehack lightnin lights lion lionking liquid
        liverpoo liverpool lizard lobster logitech lollipop lollol london lonestar lonewolf longhorn
        looker loser love loveit lovely loveme lover loverboy lovers loveyou lowrider lucifer lucky
        luckydog lvbnhbq macdaddy machine maddie maddog madison madman madmax madness madonna
        maestro maggie magic magnum magnus maiden mailcreated mailman makaveli maksim malaka malibu
        mallard manchest manchester mandingo maniac manson manutd maradona marathon marina marine
        mariners marines marino marlboro marley martini maryjane massive master matrix matthew
        mature maverick maxell maxima maximus maxwell mayday mayhem meatball meatloaf mechanic
        megadeth megaman melissa mellon memorex memphis mercedes mercury meridian merlin mersedes
        metallic metallica mexico miami michael michigan mickey microlab microsof microsoft midget
        midnight mighty mikey milana milano milena minecraft mirage mister mistress mnbvcxz mojo
        molly moloko molson momoney monday money moneys mongoose monitor monkey monkeys monopoly
        monster montana montreal moocow mookie moomoo moose morpheus moscow mother motorola mountain
        mouse mozart muffin mulder munchkin muppet muscle mushroom music musicman mustang mustangs
        mylove mypass mystic naked napass naruto nascar nasty nastya natali natasha naughty ncc1701a
        ncc1701d ncc1701e nebraska nemesis neptune nevada newlife newpass newport newyork nfnmzyf
        nicola nigger nikita nikola nimrod niners ninja nintendo nipple nipples nirvana nissan
        nofear nokia nolimit noodle noodles nookie nopass nugget number nuttertools nyjets nylons
        nymets oakland obiwan oblivion ohyeah oicu oilers oksana oldman oliver omega onelove online
        openup operator oracle orange oranges orgasm orioles orion oscar osiris outlaw overlord
        oxford pa55w0rd pa55word packard packer packers pacman pakistan paladin panama panasonic
        pancho panda pandora pantera panther panthers panties pantyhos panzer paradise paradox
        parola parrot pascal pass passat passion passport passw0rd passwor password passwort patches
        patrick patriot patriots pavilion peaches peanut peanuts pearljam pebbles peekaboo peewee
        pegasus pencil penguin penguins penis pentium pepper pepsi pervert peter peterpan peugeot
        phantom philips phillies philly phoenix photos phpbb picard picasso piccolo pickle pickles
        pics piglet pikachu pillow pimp pimpin pineappl ping pingpong pink pinkfloy pioneer pirate
        pirates pistol pitbull pizza planet plastic platinum playboy player playtime plumber
        plymouth poison poiuyt poiuytrewq pokemon polaris police polina polniypizdec polo polska
        poncho pontiac poodle pooh poohbear pookie poontang poop pooper poopie poopoo popcorn popeye
        porkchop porn porno pornstar porsche portland portugal possum postal potato powder power
        precious predator prelude presario presto primus prince princes princess printer private
        privet prodigy psycho pumpkin punisher punkin punkrock puppies puppy purple pussies pussy
        pussycat pussys putter pyramid python q1w2e q1w2e3r q1w2e3r4t q1w2e3r4t5y q2w3e q2w3e4r
        q2w3e4r5t q2w3e4r5t6y qa2ws3ed qawsed qawsedrf qaz2wsx qaz2wsx3edc qazqaz qazwsx qazwsxed
        qazwsxedc qazwsxedcrfv qazxsw qazxswedc qwaszx qweasd qweasdzxc qweqwe qwer qwerasdf qwert
        qwerty qwertyu qwertyui qwertyuio qwertyuiop qwertz rabbit racecar racerx racing ragnarok
        raider raiders rainbow raistlin rambler rammstein random ranger rangers raptor rascal rasdzv
        rasputin rastaman raven ravens razz rbhbkk rctybz reaper rebel rebels redalert redbull
        reddog redhead redhot redman redneck redrum redskins redsox redwings reebok renegade rereirf
        rescue retard rfhbyf rfnthbyf rfrfirf rfrnec rhbcnbyf richard rightnow ripper rjirfrgbde
        rjntyjr roadkill robert robotech rocker rocket rockets rockhard rockon rocks rockstar rocky
        roller rolltide romashka rommel ronaldo rookie rooster rootbeer rosebud rotten rovers rubber
        rulez runner rush ruslan russia rustam rusty sabbath sabine sailboat sailing sailor saints
        sakura salmon samantha samiam sammy samson samsung samurai sandiego sandman sandro sandy
        sapphire sarah saratoga sasha sassy satan saturn saun sausage sayang scarface scarlet scooby
        scoobydo scooter scorpio scorpion scotch scotland scotty scrappy scream scruffy scully
        seattle sebastia secret security seinfeld select seminole semperfi sentinel septembe serega
        serenity sergei sergey server sesame seven sex4me sexsex sexual sexx sexy sexygirl shadow
        shaggy shalom shaman shamrock shaney shania shaolin shark sharks shasta shaved shazam shelby
        shemale sherlock shiloh shithead shitty shogun shooter shorty shotgun showme showtime
        siemens sierra silver simba simple simpsons sinatra sinner sirius sithlord sixers skater
        skeeter skiing skinny skipper skippy skittles skorpion skyline skywalke skywalker slacker
        slappy slapshot slayer sleepy slick slider slipknot slut sluts smiles smiley smitty smoke
        smoker smokey smokin smooth smudge smut snake snakes snapper snatch snickers sniper snoopy
        snowball snowman snuggles sobaka soccer socrates softball software sojdlg123aljg soldier
        soleil sommer sonic sony sooners sophie soso123aljg spank spanking spankme spanky sparkle
        sparky sparta spartak spartan spartans speaker spectrum speedy spider spiderma spiderman
        spidey spike spirit spitfire splash spooky spring sprint sprite spunky spyder squirrel
        squirt srinivas stalker stallion star starbuck starcraft stardust starfish stargate starship
        startrek starwars stealth steelers stefano stephani sterlin steve sticks sticky stimpy
        stinger stingray stinky stocking stocks stonecol stones storm stormy stranger strider strike
        striker stripper stud stupid subaru sublime success suck sucker suckit suckme sucks sugar
        sultan summer summit sundance sunday sunrise sunset sunshine super superfly superman
        superstar surf surfer surfing suzuki svetik svetlana swallow sweetpea sweets sweety swimming
        swinger swingers sword swordfis swordfish sydney syracuse tacobell tacoma tanker tardis
        target tarheel tarheels tarzan tattoo tatyana taurus tazman tdutybq teacher technics techno
        teen teens tekken telefon temp tempest tennis tequila terminator terror test tester testing
        texas thailand thankyou thegame thekid theking theman theone therock thomas thor thuglife
        thumper thunder tickle tiger tigers tigger timber tinker tinman tintin titanic titans
        titleist tits titties tolkien tomato tomcat tommy tootsie topcat topdog topgun topper
        tornado toronto toshiba tottenha toyota tractor trance transam travel treasure trebor
        trfnthbyf tricky trigger trinity triton triumph trixie trojan trojans trombone trooper
        trouble truck trucker trucks truelove trumpet trunks trustno tsunami tuesday tundra turbo
        turkey turtle tweety twilight twisted twister tyler ultima ultimate unicorn unreal
        usuckballz utopia vacation vader vagina valentin valentina valera valhalla vampire vanhalen
        vanilla vectra vegeta velvet verbatim veritas veronika vertigo vette vfczyz vfhbyf vfhecz
        vfksirf vfrcbv vfrcbvrf vfvekz vfvjxrf victory viking vikings viktor viktoria viper vipers
        virgin vision vitalik vkontakte vladik vladimir vladislav volley voodoo vortex voyager
        voyeur vulcan walleye walnut wanker warcraft warhammer warlock warlord warrior warriors
        waterloo weasel webmaster weed weezer welcome werewolf westham westside wetpussy whatever
        wheels whiskey whisper whocares whore whynot wicked wildcat wildcats wildfire william willow
        windows winner winston winter wisdom wizard wolfgang wolfie wolfman wolfpack wolverin
        wolverine wolves wombat woody woofwoof wookie wordpass wrangler wrinkle wutang xanadu xavier
        xfiles xtreme yamaha yankee yankees ybrbnf yellow yfnfif yomama yosemite yourmom ytrewq
        zaphod zaq12wsx zaq1xsw zaqwsx zaqxsw zenith zeppelin zidane zipper zombie zorro zvezda
        zxcasd zxcasdqwe zxcv zxcvbn zxcvbnm
        """
}
