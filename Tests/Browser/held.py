"""Requests that are answered only when a test says so, as on a slow network."""


class Held:
    """Holds back the requests of a page to an address, with one method, or only some of them."""

    def __init__(self, page, address, method="POST", only=lambda request: True):
        self.page = page
        self.method = method
        self.only = only
        self.routes = []
        page.route(address, self._hold)

    def _hold(self, route):
        if route.request.method == self.method and self.only(route.request):
            self.routes.append(route)
        else:
            route.fallback()

    def __len__(self):
        """How many the page has made until now: after a round trip, none is on its way to the test any more."""
        self.page.evaluate("fetch('/manifest.webmanifest').then(() => undefined)")
        return len(self.routes)

    def wait(self):
        """Waits until one is held; the test hears of a request only while it waits."""
        while not self.routes:
            self.page.wait_for_timeout(10)

    def release(self):
        self._end(lambda route: route.continue_())

    def fail(self):
        self._end(lambda route: route.abort())

    def _end(self, end):
        self.wait()
        for route in self.routes:
            end(route)
        self.page.unroute_all(behavior="wait")
