import { readVariables } from '@silla/messaging-http'
import { Type } from 'typebox'

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

/**
 * Reads the settings from environment variables; an empty variable counts as absent.
 *
 * @returns null without them: no WhatsApp message is sent
 * @throws Error that names the variable and what is expected
 */
export function readWhatsappSettings(
  env: Record<string, string | undefined> = process.env,
): WhatsappSettings | null {
  const settings = readVariables(Whatsapp, env)
  return (
    settings && {
      accessToken: settings.WHATSAPP_ACCESS_TOKEN,
      appSecret: settings.WHATSAPP_APP_SECRET,
      verifyToken: settings.WHATSAPP_VERIFY_TOKEN,
      apiUrl: settings.WHATSAPP_API_BASE ?? 'https://graph.facebook.com',
      version: settings.WHATSAPP_API_VERSION ?? 'v23.0',
    }
  )
}

const Whatsapp = Type.Object({
  WHATSAPP_ACCESS_TOKEN: Type.String({
    pattern: '^[A-Za-z0-9_-]{16,1000}$',
    description:
      'the access token of a system user at Meta; without it no WhatsApp message is sent',
  }),
  WHATSAPP_APP_SECRET: Type.String({
    pattern: '^[0-9a-f]{32}$',
    description: "the secret of the platform's app at Meta: 32 digits",
  }),
  WHATSAPP_VERIFY_TOKEN: Type.String({
    pattern: '^[A-Za-z0-9_-]{16,100}$',
    description:
      'a text of your choice, at least 16 letters and digits, that you also enter at Meta',
  }),
  // the token must not be sent to any other server
  WHATSAPP_API_BASE: Type.Optional(
    Type.String({
      pattern: '^(https://graph[.]facebook[.]com|http://(127[.]0[.]0[.]1|localhost):\\d{1,5})$',
      description: 'the URL of a fake server, http://127.0.0.1:12112',
    }),
  ),
  WHATSAPP_API_VERSION: Type.Optional(
    Type.String({ pattern: '^v\\d{2}[.]\\d$', description: 'a version of the Graph API: v23.0' }),
  ),
})
