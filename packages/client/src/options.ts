import type { operations } from './schema.ts'

export interface SillaClientOptions {
  /** The URL of the API, without `/api/v1`: `https://api.example.com`. */
  baseUrl: string
  /**
   * The business's API key: a publishable key in a browser; a secret key only on a server of the
   * business. Reads carry a publishable key in their URL, so that browsers send no preflight for
   * them; everything else carries the key in the header `X-API-Key`. Null: the app of a salon's own,
   * in which a member of staff is signed in; the token of their session is that of `auth`.
   */
  apiKey: string | null
  /** The session of a signed-in customer or a member of staff. Several clients may share one. */
  auth?: CustomerAuth
  /**
   * The language of the salon's texts and of messages. Default: texts in Spanish, messages in what
   * the browser prefers, else in the salon's main language.
   */
  language?: Language
  /** How many times a failed request is sent again at most; 0 disables it. Default: 2. */
  maxRetries?: number
  /**
   * The longest `Retry-After` that is waited for, in seconds; a response that names a longer one is
   * returned at once. Default: 60.
   */
  maxRetryAfterSeconds?: number
}

/**
 * The session of a customer or, without an API key, of a member of staff. Clients read `accessToken` before each request: set it after a sign-in,
 * and to null after logging out.
 */
export interface CustomerAuth {
  /** Null: nobody is signed in. */
  accessToken: string | null
  /**
   * Renews the session when the access token has expired: resolves to the new access token, or to
   * null when the session has ended. It is called once, however many requests were refused; they are
   * then sent again with the new token.
   */
  refresh(): Promise<string | null>
}

type Language = NonNullable<NonNullable<operations['getNegocio']['parameters']['query']>['lang']>
