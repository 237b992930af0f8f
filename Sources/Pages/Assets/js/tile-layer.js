// The map's pictures, square by square.

import L from "./leaflet.js";

/**
 * Squares from a server, let go in a way that this page's policy allows: Leaflet would put a picture in a `data:`
 * address in the place of one that is not wanted any more.
 */
export const Squares = L.TileLayer.extend({
    _abortLoading() {
        for (const [key, { coords, el }] of /** @type {[string, any][]} */ (Object.entries(this._tiles))) {
            if (coords.z === this._tileZoom) continue;
            el.onload = el.onerror = null;
            if (el.complete) continue;
            el.removeAttribute("src");
            el.remove();
            delete this._tiles[key];
        }
    },

    /** @param {string} key */
    _removeTile(key) {
        this._tiles[key]?.el.removeAttribute("src");
        L.GridLayer.prototype._removeTile.call(this, key);
    },

    /**
     * @param {import("leaflet-map").Coords} coords
     * @param {Error | null} error
     * @param {HTMLElement} tile
     */
    _tileReady(coords, error, tile) {
        if (this._map && (!tile || tile.hasAttribute("src"))) L.GridLayer.prototype._tileReady.call(this, coords, error, tile);
    },
});
