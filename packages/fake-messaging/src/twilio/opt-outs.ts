/** A pair of a sender and a number, as Twilio blocks them. */
export const optOutPair = (sender: string, phone: string): string => `${sender} ${phone}`

/**
 * What Twilio itself understands by default: English words, whatever the language of the number. A
 * message after them is refused (21610) until the customer writes START.
 */
export function optOutWord(text: string): 'stop' | 'start' | null {
  const word = text.trim().toUpperCase()
  if (['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'].includes(word)) return 'stop'
  return ['START', 'UNSTOP', 'YES'].includes(word) ? 'start' : null
}
