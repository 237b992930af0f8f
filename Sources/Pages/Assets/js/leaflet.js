// Leaflet and its clusters.
//
// The cluster plugin adds itself to one object, which is this one.

import * as leaflet from "leaflet-map";

/** @type {typeof leaflet & {markerClusterGroup?: (options: object) => any}} */
const L = { ...leaflet };

export default L;
