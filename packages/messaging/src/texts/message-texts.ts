import type { MessageRequest } from '@silla/core'

/**
 * All texts of messages in one language. `{{1}}` and so on are what the message is about, in the order of
 * the worker's render-message.ts. A text is also a template at WhatsApp, so it neither begins nor ends with one of them;
 * another wording needs another version there (templateVersion).
 */
export type MessageTexts = Record<MessageRequest['kind'], string>
