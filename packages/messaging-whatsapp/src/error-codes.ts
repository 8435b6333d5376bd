/**
 * Meta's codes after which the same message can be sent later; Meta sends most of them with status
 * 400. Others, such as 131026 (the number has no WhatsApp), 131047 (a template is needed), 132001 (no
 * such template in the language), 132015 (the template is paused) and 100 (a wrong parameter), refuse
 * the message, which another channel may deliver.
 */
export const temporaryCodes: ReadonlySet<string> = new Set([
  // the platform's token and its permissions, a locked or unpaid account
  '0',
  '10',
  '190',
  '131005',
  '131031',
  '131042',
  // too many requests: of the app, the account, the number, and to one recipient
  '4',
  '80007',
  '130429',
  '131048',
  '131056',
  // overload and maintenance
  '2',
  '131016',
  '131057',
])
