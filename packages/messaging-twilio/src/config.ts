import { readVariables } from '@silla/messaging-http'
import { Type } from 'typebox'

/** The platform's account at Twilio. */
export interface TwilioSettings {
  accountSid: string
  authToken: string
  /** Also accepted in signatures of callbacks, while the token is replaced; null: none. */
  previousAuthToken: string | null
  /** Twilio's own server, one of its regions, or a fake one. */
  apiUrl: string
}

/**
 * Reads the settings from environment variables; an empty variable counts as absent.
 *
 * @returns null without them: no SMS is sent
 * @throws Error that names the variable and what is expected
 */
export function readTwilioSettings(
  env: Record<string, string | undefined> = process.env,
): TwilioSettings | null {
  const settings = readVariables(Twilio, env)
  return (
    settings && {
      accountSid: settings.TWILIO_ACCOUNT_SID,
      authToken: settings.TWILIO_AUTH_TOKEN,
      previousAuthToken: settings.TWILIO_AUTH_TOKEN_PREVIOUS ?? null,
      apiUrl: settings.TWILIO_API_BASE ?? 'https://api.twilio.com',
    }
  )
}

const Twilio = Type.Object({
  TWILIO_ACCOUNT_SID: Type.String({
    pattern: '^AC[0-9a-f]{32}$',
    description: "the SID of the platform's account, AC and 32 digits; without it no SMS is sent",
  }),
  TWILIO_AUTH_TOKEN: Type.String({
    pattern: '^[0-9a-f]{32}$',
    description: 'the auth token of TWILIO_ACCOUNT_SID: 32 digits',
  }),
  TWILIO_AUTH_TOKEN_PREVIOUS: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{32}$',
      description: 'the other auth token, while TWILIO_AUTH_TOKEN is replaced',
    }),
  ),
  // the token must not be sent to any other server
  TWILIO_API_BASE: Type.Optional(
    Type.String({
      pattern:
        '^(https://api([.][a-z0-9-]+)*[.]twilio[.]com|http://(127[.]0[.]0[.]1|localhost):\\d{1,5})$',
      description:
        "Twilio's server or one of its regions, https://api.dublin.ie1.twilio.com; or a fake one, http://127.0.0.1:12112",
    }),
  ),
})
