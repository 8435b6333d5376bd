export interface SillaClientOptions {
  /** Where the API is, without `/api/v1`: `https://api.example.com`. */
  baseUrl: string
  /**
   * The business's key: a publishable one in a browser, a secret one on a server of the business
   * only.
   */
  apiKey: string
  /**
   * Of a customer who is signed in. It lives for minutes: make another client when it has been
   * renewed.
   */
  accessToken?: string
  /**
   * Of texts and error sentences, where the request itself has no `lang`; without it, what the
   * browser prefers or `es`.
   */
  language?: 'es' | 'en' | 'ar'
}

/** Headers that every request carries. */
export const headersOf = ({ apiKey, accessToken, language }: SillaClientOptions) => ({
  'X-API-Key': apiKey,
  ...(accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` }),
  ...(language === undefined ? {} : { 'Accept-Language': language }),
})
