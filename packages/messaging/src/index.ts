export { type MessagingSettings, readMessagingSettings } from './config.ts'
export { openMessageSenders } from './open-message-senders.ts'
