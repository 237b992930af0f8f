internal import Glibc

package enum LocalTime {
    /// How far clocks here are ahead of UTC now, in minutes.
    package static var offset: Int {
        var now = time(nil)
        var local = tm()
        guard localtime_r(&now, &local) != nil else { return 0 }
        return local.tm_gmtoff / 60
    }
}
