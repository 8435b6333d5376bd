import { html } from 'ghtml'
import type { FakeMessage } from '../fake-message.ts'

/** One line for each number, the newest message first. */
export function phonesPage(messages: readonly FakeMessage[], prefix: string): string {
  const newest = new Map<string, FakeMessage>()
  for (const message of messages) {
    newest.delete(message.phone)
    newest.set(message.phone, message)
  }
  const phones = [...newest.values()].reverse()
  return renderPage(
    'Messages',
    html`<h1>Messages</h1>
!${phones.length === 0 ? '<p>No messages yet. Book with a mobile number, and agree to messages.</p>' : ''}
<ul class="phones">!${phones.map(
      ({ phone, text, createdAt }) =>
        html`<li><a href="${prefix}/${encodeURIComponent(phone)}"><bdi dir="ltr">${phone}</bdi></a>
<span dir="auto">${text}</span> <small>${timeOf(createdAt)}</small></li>`,
    )}</ul>`,
  )
}

/** The messages of one number as its phone shows them, and a box to reply. */
export function phonePage(messages: readonly FakeMessage[], prefix: string): string {
  const phone = messages[0]?.phone ?? ''
  return renderPage(
    phone,
    html`<p><a href="${prefix || '/'}">All phones</a></p>
<h1><bdi dir="ltr">${phone}</bdi></h1>
<ol class="messages">!${messages.map(bubble)}</ol>
!${replyForm(messages)}`,
  )
}

const bubble = ({ direction, provider, sender, text, createdAt, ...rest }: FakeMessage): string =>
  html`<li class="${direction}"><p dir="auto">${text}</p>
<small>${channelNames[provider]} ${direction === 'inbound' ? 'to' : 'from'} ${sender}, ${timeOf(createdAt)} UTC, ${statusText(rest)}</small></li>`

const channelNames = { twilio: 'SMS', whatsapp: 'WhatsApp' }

function statusText({
  status,
  errorCode,
  segments,
  template,
}: Pick<FakeMessage, 'status' | 'errorCode' | 'segments' | 'template'>): string {
  const error = errorCode === null ? '' : ` (${errorCode})`
  const parts = segments > 1 ? `, ${segments} parts` : ''
  return `${status}${error}${parts}${template === null ? '' : `, template ${template.name}`}`
}

/** Nobody can write to a sender that is a name. */
function replyForm(messages: readonly FakeMessage[]): string {
  const senders = [
    ...new Set(
      messages
        .filter(({ sender }) => !/[A-Za-z]/.test(sender))
        .map(({ provider, sender }) => `${provider} ${sender}`),
    ),
  ].reverse()
  if (senders.length === 0) return '<p>These senders are names: nobody can write to them.</p>'
  return html`<form method="post">
<label>To <select name="to">!${senders.map((sender) => html`<option>${sender}</option>`)}</select></label>
<label>Text <textarea name="text" rows="2" required maxlength="1600"></textarea></label>
<button>Send</button> <button name="word" value="STOP" formnovalidate>STOP</button>
</form>`
}

const timeOf = (createdAt: string): string => createdAt.slice(0, 16).replace('T', ' ')

const renderPage = (title: string, body: string): string => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title>
<style>!${styles}</style>
</head><body><main>
!${body}
<p><small>This is the fake Twilio and WhatsApp: nothing reaches a phone.</small></p>
</main></body></html>
`

const styles = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:2rem 1rem}
main{max-width:30rem;margin:auto}
h1{font-size:1.4rem}
ul,ol{list-style:none;padding:0}
.phones li{padding:.6rem 0;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent)}
.phones a{display:block;font-weight:600}
.messages li{margin:.75rem 0;max-width:85%;width:fit-content}
.messages p{margin:0;padding:.5rem .75rem;border-radius:12px;white-space:pre-wrap;overflow-wrap:anywhere;background:color-mix(in srgb,currentColor 10%,transparent)}
.messages .inbound{margin-inline-start:auto}
.messages .inbound p{background:color-mix(in srgb,#1a7f4b 25%,transparent)}
label{display:block;margin:.5rem 0}
select,textarea,button{font:inherit;padding:.5rem}
select,textarea{display:block;width:100%;box-sizing:border-box}
button{min-height:44px;min-width:44px}
`
