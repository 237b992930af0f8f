import Notes
import Testing

struct PlaceTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Place {
        try #require(Place(latitude: latitude, longitude: longitude))
    }

    @Test(arguments: [
        "51.501 N, 0.141 W", "51.501, -0.141", "51.501 -0.141", "N 51.501 W 0.141",
        "0.141 W, 51.501 N", "(51.501; −0.141)", "+51.501/-0.141", "51,501 N; 0,141 W",
        "51,501 -0,141", "51°30′03.6″N 0°8′27.6″W", "51° 30' 3.6'' N, 0° 8' 27.6'' W",
        "51 30 3.6 N, 0 8 27.6 W", "51°30.06'N 0°8.46'W", "51º30’3.6”n 0º8’27.6”w",
        "51 30 3.6 -0 8 27.6", "geo:51.501,-0.141;u=35", "geo:51.501,-0.141,12?z=11",
        "https://www.openstreetmap.org/#map=15/51.501/-0.141",
        "https://www.openstreetmap.org/?mlat=51.501&mlon=-0.141#map=3/1/2",
        "https://www.google.com/maps/@51.501,-0.141,15z",
        "https://www.google.com/maps/place/X/data=!3d51.501!4d-0.141",
        "https://maps.google.com/?q=51.501%2C-0.141",
        "https://maps.apple.com/?ll=51.501,-0.141&q=Palace",
        "https://www.bing.com/maps?cp=51.501~-0.141&lvl=11",
    ])
    func parsesCoordinates(text: String) throws {
        let read = try #require(Place(reading: text))

        #expect(abs(read.latitude - 51.501) < 1e-9)
        #expect(abs(read.longitude + 0.141) < 1e-9)
    }

    @Test(arguments: [
        "", "51.5", "51.5 N", "51.5 N 3 N", "91, 0", "0, 541", "51 60 0 N 0 0 0 W", "-51.5 S 3 E",
        "nan, nan", "1e5, 3", "1.5.2, 3", "51.5 30 N 3 E", "51.5 metres 3", "London", "geo:",
        "https://example.org/?q=London", "1, 2, 3", "N, E", "′ ″ °", "51.5 N 0.1 W 3",
    ])
    func refusesInvalidCoordinates(text: String) {
        #expect(Place(reading: text) == nil)
    }

    @Test(arguments: [("51,5", 51, 5), ("51,5 0,1", 51.5, 0.1), ("51,5 N 0,1 E", 51.5, 0.1)])
    func commaIsSeparatorOrDecimal(text: String, latitude: Double, longitude: Double) throws {
        #expect(Place(reading: text) == (try place(latitude, longitude)))
    }

    @Test func longitudeWrapsAtTheDateLine() throws {
        #expect(Place(latitude: 10, wrapping: 190) == (try place(10, -170)))
        #expect(Place(latitude: 10, wrapping: -181) == (try place(10, 179)))
        #expect(Place(latitude: 10, wrapping: 180) == (try place(10, 180)))
        #expect(Place(latitude: 10, wrapping: 3_605) == (try place(10, 5)))
        #expect(Place(latitude: 10, wrapping: -3_785) == (try place(10, 175)))
        #expect(Place(latitude: 90.1, wrapping: 0) == nil)
        #expect(Place(latitude: .nan, wrapping: 0) == nil)
        #expect(Place(latitude: 0, wrapping: .infinity) == nil)
    }

    @Test(arguments: [
        (51.501, -0.141, "51.501 N, 0.141 W"), (-33.85678, 151.2153, "33.85678 S, 151.2153 E"),
        (0, 180, "0 N, 180 E"), (-0.000001, 9.999999, "0 N, 10 E"),
        (0.000004, -0.000004, "0 N, 0 E"),
        (1.05, -1.00009, "1.05 N, 1.00009 W"),
    ])
    func textCanBeParsed(latitude: Double, longitude: Double, text: String) throws {
        #expect(try place(latitude, longitude).text == text)
        #expect(Place(reading: text) != nil)
    }
}
