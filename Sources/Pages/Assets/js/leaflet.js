// Leaflet and its clusters.
//
// The cluster plugin adds itself to one object, which is this one.

import * as leaflet from "leaflet-map";

/** @type {typeof leaflet & {markerClusterGroup?: (options: object) => any}} */
const L = { ...leaflet };

const { _handleDOMEvent: handleEvent } = L.Map.prototype;

// Leaflet hides the focus ring of what is pressed or receives a key; with keys it must be seen.
L.Map.include({
    /** @param {Event} event */
    _handleDOMEvent(event) {
        handleEvent.call(this, event);
        if (event instanceof KeyboardEvent) L.DomUtil.restoreOutline();
    },
});

export default L;
