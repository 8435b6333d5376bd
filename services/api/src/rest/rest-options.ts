import type { Credentials } from '@silla/core'

/** What the routes have to be told. */
export interface RestOptions {
  /** Put before root-relative image addresses. */
  assetsBaseUrl: string
  /** What signing in rests on. */
  credentials: Credentials
}
