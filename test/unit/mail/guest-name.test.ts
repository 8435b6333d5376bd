import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greetingName, listedName } from '../../../services/worker/src/mail/guest-name.ts'

test('D30: an email greets by the first word of the name', () => {
  for (const [stored, name] of [
    ['Lucía Prado', 'Lucía'],
    ['Ana-María O’Brien', 'Ana-María'],
    ["D'Angelo Russell", "D'Angelo"],
    ['O´Donnell', "O'Donnell"],
    ['Marcel·lí Gal·la', 'Marcel·lí'],
    ['McKay Smith', 'McKay'],
    ['Mª José Gil', 'Mª José'],
    ['Mª', ''],
    ['LaToya', 'LaToya'],
    ['LUCÍA', 'LUCÍA'],
    ['Łukasz Żółć', 'Łukasz'],
    ['Ngọc Ánh', 'Ngọc'],
    ['Владимир', 'Владимир'],
    ['أَحمد سالم', 'أَحمد'],
    ['عبد الله بن محمد', 'عبد الله'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['สมชาย', 'สมชาย'],
    ['山田\u3000太郎', '山田'],
    ['김민준', '김민준'],
    ['Նարե', 'Նարե'],
    ['Ｌｕｃíａ', 'Lucía'],
  ] as const)
    assert.equal(greetingName(stored), name, stored)
})

test('D30: what a guest types into the name is neither a link nor a phrase in an email', () => {
  for (const [stored, greeted, listed] of [
    // phrases: one word remains for the customer, a few for the salon
    ['Dear you won a prize today', 'Dear', 'Dear you won prize'],
    ['Dear you won www.evil.com', '', ''],
    ['Dear you won www. evil. com', 'Dear', 'Dear you won com'],
    ['Gana_ya', '', ''],
    ['\ufdfa', '', ''],
    ['www evil com', '', 'evil com'],
    ['GanaYaUnPremio', '', ''],
    ['Gana-ya-un-premio', '', ''],
    ['恭喜你中奖了请加微信', '', ''],
    ['ยินดีด้วยคุณได้รับรางวัลใหญ่', '', ''],
    // links, also with signs that look like a dot or a slash
    ['evil.com', '', ''],
    ['x.com', '', 'com'],
    ['bit.ly gratis', '', ''],
    ['evil。com', '', ''],
    ['evil．com', '', ''],
    ['evil․com', '', ''],
    ['evilꓸcom', '', ''],
    ['evilꞏcom', '', ''],
    ['evil·com', '', ''],
    ['evil・com', '', ''],
    ['evilᐧcom', '', ''],
    ['evil.\u0301com', '', ''],
    ['e\u0338v\u0338il', 'e\u0338v\u0338il', 'e\u0338v\u0338il'],
    ['httpsǃǃevil', '', ''],
    ['https://evil', '', ''],
    ['lucia@evil', '', ''],
    ['раypаl', '', ''],
    // phone numbers
    ['Llama 9001', 'Llama', 'Llama'],
    ['Llama９００１', '', ''],
    ['+34 612 345 678', '', ''],
    ['٩٠٠١', '', ''],
    // invisible and direction characters
    ['Lucía\u202eliah', '', ''],
    ['ev\u200bil', '', ''],
    ['Lucía\u2066', '', ''],
    ['Lucía\nBcc: x', '', ''],
    // too long, or hidden under marks
    ['A'.repeat(21), '', ''],
    [`Ana ${'B'.repeat(500)}`, 'Ana', 'Ana'],
    [`L${'\u0323'.repeat(5)}uc`, '', ''],
    ['<b>Lucía</b>', '', ''],
    ['"><img src=x>', '', ''],
    ['&amp', '', ''],
    ['', '', ''],
    ['-', '', ''],
    ['\u0301', '', ''],
  ] as const) {
    assert.equal(greetingName(stored), greeted, `greeting of ${JSON.stringify(stored)}`)
    assert.equal(listedName(stored), listed, `list name of ${JSON.stringify(stored)}`)
  }
})
