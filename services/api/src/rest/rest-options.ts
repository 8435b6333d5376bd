import type { Credentials, Processors } from '@silla/core'

/** What the routes have to be told. */
export interface RestOptions {
  /** Put before root-relative image addresses. */
  assetsBaseUrl: string
  /** What signing in rests on. */
  credentials: Credentials
  /** Who takes the money. */
  processors: Processors
}
