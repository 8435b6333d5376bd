import { readTwilioSettings, type TwilioSettings } from '@silla/messaging-twilio'
import { readWhatsappSettings, type WhatsappSettings } from '@silla/messaging-whatsapp'

/** The platform's accounts at providers of messages, read once at the start. */
export interface MessagingSettings {
  /** null: no SMS. */
  twilio: TwilioSettings | null
  /** null: no WhatsApp messages. */
  whatsapp: WhatsappSettings | null
}

/**
 * Reads the settings from environment variables; an empty variable counts as absent. Without any, customers
 * get emails.
 *
 * @throws Error that names the variable and what is expected; in production also for the URL of a fake server
 */
export function readMessagingSettings(
  env: Record<string, string | undefined> = process.env,
): MessagingSettings {
  const settings = { twilio: readTwilioSettings(env), whatsapp: readWhatsappSettings(env) }
  const isFake = Object.values(settings).some((one) => one?.apiUrl.startsWith('http:'))
  if (isFake && env.NODE_ENV === 'production')
    throw new Error(
      'TWILIO_API_BASE or WHATSAPP_API_BASE is invalid: a server on this machine sends nothing, and is ' +
        'never allowed with NODE_ENV=production.',
    )
  return settings
}
