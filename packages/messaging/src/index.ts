export { type MessagingSettings, readMessagingSettings } from './config.ts'
export {
  bookingLink,
  cheapestText,
  fillTemplate,
  messageKinds,
  messageTemplates,
  messageTexts,
  templateName,
  textsAtSalon,
} from './message-templates.ts'
export { openMessageSenders } from './open-message-senders.ts'
