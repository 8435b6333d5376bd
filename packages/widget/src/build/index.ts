export { buildWidget } from './build-widget.ts'
export { readWidget } from './read-widget.ts'
export type { Widget, WidgetFile } from './widget.ts'
