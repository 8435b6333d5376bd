/** The platform's app at Meta. */
export interface WhatsappSettings {
  /** Of a system user. */
  accessToken: string
  /** Signs callbacks. */
  appSecret: string
  /** What the app sends when the address of callbacks is entered. */
  verifyToken: string
  /** Meta's own server, or a fake one. */
  apiUrl: string
  /** Of the Graph API: v23.0 */
  version: string
}
