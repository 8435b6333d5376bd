export { readTwilioSettings, type TwilioSettings } from './config.ts'
export { openTwilioSender } from './open-twilio-sender.ts'
