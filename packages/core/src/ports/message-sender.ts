/** How a message reaches a phone. */
export type MessageChannel = 'sms' | 'whatsapp'

/** A message to the phone of a customer or an owner (D77). */
export interface PhoneMessage {
  channel: MessageChannel
  /** SMS: the salon's number (E.164) or sender name; WhatsApp: the id of its phone number */
  sender: string
  /** E.164 */
  to: string
  /** what the recipient reads; on WhatsApp the provider writes it from the template */
  text: string
  /** WhatsApp: the approved template that the text comes from; null on SMS */
  template: MessageTemplate | null
  /** the same for every attempt to send a message; its status callbacks carry it */
  reference: string
  /** the provider should not deliver it later: by then it has gone by another channel */
  validSeconds: number
  /** where the provider reports its status; null: nowhere, as the API has no public address */
  statusUrl: string | null
}

export interface MessageTemplate {
  /** with its version, as it was approved: silla_booking_confirmed_1 */
  name: string
  language: string
  parameters: readonly string[]
}

/** A request that a provider has sent to `/mensajes/{provider}/`. */
export interface MessageCallbackRequest {
  /** the whole address, as the provider was given it */
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

export interface MessageCost {
  /** in millionths of the currency */
  amountMicros: number
  /** ISO 4217 */
  currency: string
}

/** What a callback says; one request can carry several. */
export type MessageCallback =
  | {
      kind: 'status'
      providerRef: string
      /** the salon's sender, as in {@link PhoneMessage.sender} */
      sender: string
      /** as in {@link PhoneMessage.reference}; null: the provider did not return it */
      reference: string | null
      status: 'sent' | 'delivered' | 'read' | 'failed'
      /** the provider's code; null unless the message failed */
      errorCode: string | null
      at: Date | null
      /** null where the callback names none */
      cost: MessageCost | null
    }
  | {
      kind: 'inbound'
      providerRef: string
      /** E.164 */
      from: string
      /** the salon's sender, as in {@link PhoneMessage.sender} */
      sender: string
      text: string
      at: Date | null
    }

/** A template in one language, as the provider knows it. */
export interface ProviderTemplate {
  name: string
  language: string
  /** `rejected`: also one that is paused or disabled */
  state: 'pending' | 'approved' | 'rejected'
}

/** A provider of messages for one channel. */
export interface MessageSender {
  /** in the address of its callbacks */
  provider: string
  channel: MessageChannel
  /** @throws {MessageSenderError} */
  send(message: PhoneMessage): Promise<{ providerRef: string }>
  /**
   * Checks the signature of a callback and reads it; null: the signature is wrong.
   *
   * @throws {MessageSenderError} when a signed callback cannot be read
   */
  readCallback(request: MessageCallbackRequest): readonly MessageCallback[] | null
  /**
   * Responds to the request by which a provider verifies the address of callbacks.
   *
   * @returns what the response contains; null: it is no such request, or its token is wrong
   */
  verifyCallbackUrl(url: string): string | null
  /**
   * Lists the templates of an account with what the provider says of each; null: the channel has none.
   *
   * @param account WhatsApp: the id of the WhatsApp Business account
   * @throws {MessageSenderError}
   */
  listTemplates: ((account: string) => Promise<readonly ProviderTemplate[]>) | null
  /**
   * Looks up what a message has cost, where callbacks name no amount.
   *
   * @returns null: the provider does not know it yet, or never says
   * @throws {MessageSenderError}
   */
  findCost(providerRef: string): Promise<MessageCost | null>
}

/** Why a provider did not take a message. */
export class MessageSenderError extends Error {
  /** refused: it never will; unavailable: try again; unknown: it may have been sent */
  readonly outcome: 'refused' | 'unavailable' | 'unknown'
  /** the provider's code; empty when there is none */
  readonly providerCode: string

  constructor(message: string, outcome: MessageSenderError['outcome'], providerCode: string) {
    super(message)
    this.name = 'MessageSenderError'
    this.outcome = outcome
    this.providerCode = providerCode
  }
}
