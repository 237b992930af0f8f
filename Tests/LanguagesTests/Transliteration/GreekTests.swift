import Languages
import Testing

struct GreekTests {
    @Test func romanizesGreekByELOT743() throws {
        let table = WordTable(
            """
            Αθήνα Athína Θεσσαλονίκη Thessaloníki Πάτρα Pátra Ηράκλειο Irákleio Λάρισα Lárisa Βόλος Vólos
            Ιωάννινα Ioánnina Χαλκίδα Chalkída Σέρρες Sérres Αλεξανδρούπολη Alexandroúpoli Ξάνθη Xánthi
            Καβάλα Kavála Ρόδος Ródos Κέρκυρα Kérkyra Εύβοια Évvoia Ναύπλιο Náfplio Ευρώπη Evrópi
            αυτοκίνητο aftokínito μπάλα bála Όλυμπος Ólympos Αγγελική Angelikí Σφίγγα Sfínga άγχος ánchos
            Παύλος Pávlos ευχαριστώ efcharistó καλημέρα kaliméra παιδί paidí ουρανός ouranós νούμερο noúmero
            γάλα gála ψωμί psomí νερό neró ξένος xénos χώρα chóra φίλος fílos Μαΐου Maḯou Γκίκας Gkíkas
            ντομάτα ntomáta τζατζίκι tzatzíki προϊόν proïón γαϊδούρι gaïdoúri τσάι tsái αηδόνι aidóni
            Ύδρα Ýdra υγεία ygeía λύκος lýkos ρολόι rolói Μπουμπουλίνα Boumpoulína σπίτι spíti μήλο mílo
            ΕΛΛΑΔΑ ELLADA Ψ Ps
            """
        )

        try table.check("el", to: "el-Latn")
    }
}
