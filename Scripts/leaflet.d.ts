// What of Leaflet and its clusters our scripts use.

declare module "leaflet-clusters" {}

declare module "leaflet-map" {
    export type Point = { x: number; y: number };
    export type LatLng = { lat: number; lng: number; wrap(): LatLng };
    export type Coords = { x: number; y: number; z: number };
    export type Bounds = { contains(point: LatLng): boolean; getWest(): number; getEast(): number };
    type Event = { latlng: LatLng; target: any; originalEvent?: any; layer?: any };

    export class Evented {
        on(types: string, listener: (event: Event) => void): this;
        once(types: string, listener: (event: Event) => void): this;
    }
    export class Map extends Evented {
        static include(members: object): void;
        _handleDOMEvent(event: globalThis.Event): void;
        keyboard: { enable(): void };
        addLayer(layer: any): this;
        addControl(control: any): this;
        removeLayer(layer: any): this;
        getBounds(): Bounds;
        getCenter(): LatLng;
        getZoom(): number;
        getSize(): Point;
        getContainer(): HTMLElement;
        getPane(name: string): HTMLElement;
        setView(center: [number, number], zoom: number, options?: object): this;
        flyTo(center: [number, number], zoom: number, options?: object): this;
        fitBounds(bounds: [number, number][], options?: object): this;
        panInside(point: LatLng, options?: object): this;
        zoomIn(): this;
        zoomOut(): this;
        invalidateSize(options?: object): this;
        project(point: [number, number], zoom: number): Point;
        distance(one: [number, number], other: [number, number]): number;
        latLngToContainerPoint(point: LatLng): Point;
        panBy(way: [number, number], options?: object): this;
        containerPointToLatLng(point: [number, number]): LatLng;
    }
    export class Marker extends Evented {
        static include(members: object): void;
        _setPos(point: Point): void;
        options: any;
        getElement(): HTMLElement | undefined;
        getLatLng(): LatLng;
        setLatLng(point: [number, number]): this;
        setIcon(icon: any): this;
        setZIndexOffset(offset: number): this;
        dragging?: { enable(): void };
    }
    export const DivIcon: any;
    export const GridLayer: any;
    export const Renderer: any;
    export const DomUtil: { setPosition(element: HTMLElement, point: any): void; setTransform(element: HTMLElement, point: any, scale: number): void; restoreOutline(): void };
    export const TileLayer: any;
    export const Polyline: any;
    export const Control: any;
    export const DomEvent: { disableClickPropagation(element: HTMLElement): void };
    export function map(element: HTMLElement, options: object): Map;
    export function marker(point: [number, number], options: object): Marker;
    export function circleMarker(point: [number, number], options: object): any;
    export function bounds(start: any, end: any): any;
    export function latLng(latitude: number, longitude: number): LatLng;
}
