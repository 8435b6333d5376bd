/** What the routes have to be told. */
export interface RestOptions {
  /** Put before root-relative image addresses. */
  assetsBaseUrl: string
}
