export { readWhatsappSettings, type WhatsappSettings } from './config.ts'
export { openWhatsappSender } from './open-whatsapp-sender.ts'
