/**
 * Twilio's codes after which the same message can be sent later. Others of status 400, such as 21211
 * (no valid number), 21610 (the recipient has written STOP), 21614 (a landline), 21606 and 21612 (the
 * sender cannot reach the number) and 21408 (the country is not enabled), refuse the message for good.
 */
export const temporaryCodes: ReadonlySet<string> = new Set([
  // the platform's account: credentials, suspension, and a path that names no account
  '20003',
  '20005',
  '20404',
  // too many requests, and a queue of the sender that is full
  '14107',
  '20429',
  '21611',
  '30001',
  // maintenance
  '21730',
])
