import type { MessageSender } from '@silla/core'
import { openTwilioSender } from '@silla/messaging-twilio'
import { openWhatsappSender } from '@silla/messaging-whatsapp'
import type { MessagingSettings } from './config.ts'

/** The provider of each channel that the platform has an account for. */
export const openMessageSenders = ({ twilio, whatsapp }: MessagingSettings): MessageSender[] => [
  ...(twilio === null ? [] : [openTwilioSender(twilio)]),
  ...(whatsapp === null ? [] : [openWhatsappSender(whatsapp)]),
]
