// Leaflet, and the clusters that many pins gather in.
//
// The clusters want one object to which they add themselves; this is it.

import * as leaflet from "leaflet-map";

/** @type {typeof leaflet & {markerClusterGroup?: (options: object) => any}} */
const L = { ...leaflet };

export default L;
