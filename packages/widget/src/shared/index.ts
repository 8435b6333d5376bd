// What other browser code of ours shares with the widget, as `@silla/widget/shared`: it is bundled from source.

export { Failure, toFailure } from '../api/failure.ts'
export { createRest, type Rest } from '../api/rest.ts'
export { type Answer, failureOf, resultOf } from '../api/result-of.ts'
export { targetOf } from '../calendar/grid-keys.ts'
export * from '../dates.ts'
export { check, chevron, icon } from '../style/icons.ts'
export type { Plural } from '../text/es.ts'
export { fill } from '../text/fill.ts'
export { createFormat, type Format } from '../text/format.ts'
export { isolated } from '../text/isolated.ts'
export { momentOf } from '../text/moment.ts'
