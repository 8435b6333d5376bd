export { type MessagingSettings, readMessagingSettings } from './config.ts'
export {
  cheapestText,
  fillTemplate,
  messageKinds,
  messageTemplates,
  messageTexts,
  templateName,
  typicalLength,
} from './message-templates.ts'
export { openMessageSenders } from './open-message-senders.ts'
