export interface SillaClientOptions {
  /** The URL of the API, without `/api/v1`: `https://api.example.com`. */
  baseUrl: string
  /**
   * The business's API key: a publishable key in a browser; a secret key only on a server of the
   * business.
   */
  apiKey: string
  /**
   * The access token of a signed-in customer. It expires within minutes; create a new client when
   * it is renewed.
   */
  accessToken?: string
  /**
   * The language of texts and messages when a request has no `lang`. Default: what the browser
   * prefers, else `es`.
   */
  language?: 'es' | 'en' | 'ar'
  /** How many times a failed request is sent again at most; 0 disables it. Default: 2. */
  maxRetries?: number
}

export const defaultMaxRetries = 2

/** The headers of every request. */
export const headersOf = ({ apiKey, accessToken, language }: SillaClientOptions) => ({
  'X-API-Key': apiKey,
  ...(accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` }),
  ...(language === undefined ? {} : { 'Accept-Language': language }),
})
