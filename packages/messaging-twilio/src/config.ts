/** The platform's account at Twilio. */
export interface TwilioSettings {
  accountSid: string
  authToken: string
  /** Also accepted in signatures of callbacks, while the token is replaced; null: none. */
  previousAuthToken: string | null
  /** Twilio's own server, one of its regions, or a fake one. */
  apiUrl: string
}
