import { EmptyWire } from '@silla/wire'

/** The body of a POST that has no fields: `{}`, or none at all. */
export const noBody = { schema: EmptyWire, parse: () => null }
