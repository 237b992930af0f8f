// The tiles of the map.

import L from "./leaflet.js";

/**
 * A tile layer that cancels tiles in a way that the page's content security policy allows: Leaflet would replace the
 * picture of an unwanted tile by a `data:` address.
 */
export const TileLayer = L.TileLayer.extend({
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
