import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { atEnd } from './at-end.ts'
import { inTime } from './in-time.ts'

/** An SMTP server for tests, with the emails it received. */
export interface Mailbox {
  /** for SMTP_URL */
  url: string
  mails: ReceivedMail[]
  /** Waits for an email, unless it has arrived. */
  receive(isSought: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>
  /** Rejects emails from now on, or accepts them again. */
  refuses(isClosed: boolean): void
}

export interface ReceivedMail extends Email {
  /** recipient of the envelope */
  recipients: string[]
  /** the calendar attachment, unfolded; empty without one */
  calendar: string
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = []
  let isClosed = false
  const arrivals = new EventEmitter()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => done(isClosed ? new Error('no mail today') : null),
    onData(stream, session, done) {
      read(stream).then((mail) => {
        mails.push({ ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) })
        arrivals.emit('mail')
        done()
      }, done)
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  atEnd(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    mails,
    async receive(isSought) {
      for (;;) {
        const mail = mails.find(isSought)
        if (mail) return mail
        await inTime(once(arrivals, 'mail'), 'The email')
      }
    },
    refuses(closed) {
      isClosed = closed
    },
  }
}

async function read(stream: AsyncIterable<Uint8Array>): Promise<Omit<ReceivedMail, 'recipients'>> {
  const mail = await PostalMime.parse(Buffer.concat(await Array.fromAsync(stream)))
  const part = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  const text = part
    ? typeof part.content === 'string'
      ? part.content
      : Buffer.from(part.content as ArrayBuffer).toString()
    : ''
  return { ...mail, calendar: text.replace(/\r\n[ \t]/g, '') }
}
