/* SPDX-License-Identifier: MIT */
/*
 * node browser.js OPEN LOCKED PASSWORD FOLDER: the status page at two addresses, without and with
 * a password, in Chromium. Clicks every control, goes through it by keyboard, lets axe look at
 * labels and contrast, in light and dark, wide and narrow; leaves screenshots in FOLDER.
 *
 * Needs playwright-core and axe-core where NODE_PATH says, and a Chromium (CHROMIUM).
 */
'use strict';

const { chromium } = require('playwright-core');
const fs = require('fs');
const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const [open, locked, password, folder] = process.argv.slice(2);

const desktop = { width: 1400, height: 900 };

function ok(name, holds, otherwise) {
	console.log((holds ? 'ok ' : 'not ok ') + name);
	if (!holds) {
		console.log('# ' + String(otherwise || '').slice(0, 1500).replace(/\n/g, '\n# '));
	}
}

function same(name, is, wanted) {
	const [left, right] = [JSON.stringify(is), JSON.stringify(wanted)];
	ok(name, left === right, `is     ${left}\nwanted ${right}`);
}

/* A page that notes what should never happen. */
async function page_of(browser, options) {
	const context = await browser.newContext(options);
	const page = await context.newPage();
	page.faults = [];
	page.on('dialog', async (dialog) => {
		page.faults.push('dialog ' + dialog.message());
		await dialog.dismiss();
	});
	page.on('console', (message) => {
		/* what is refused is also told there: a status is no fault of the page */
		if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) {
			page.faults.push(message.text());
		}
	});
	page.on('pageerror', (error) => page.faults.push(String(error)));
	page.on('request', (request) => {
		const url = request.url();
		const own = [open, locked].some((address) => url.startsWith(new URL(address).origin + '/'));
		if (!own && !url.startsWith('data:')) {
			page.faults.push('request of ' + url);
		}
	});
	page.setDefaultTimeout(60000);
	return page;
}

async function look(page, name) {
	await page.evaluate(axe);
	const found = await page.evaluate(() => window.axe.run(document));
	const where = (node) => node.target + ' ' + node.failureSummary;
	same('labels, contrast and structure: ' + name,
		found.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3).map(where).join(' | ')), []);
	same('nothing wider than the window: ' + name, await page.evaluate(() => {
		const html = document.documentElement;
		return html.scrollWidth - html.clientWidth;
	}), 0);
}

const text = (page, selector) => page.locator(selector).allInnerTexts();

/* ---- how it looks ---- */

async function looks(browser) {
	for (const [size, width, height] of [['desktop', 1400, 900], ['phone', 390, 844]]) {
		for (const colorScheme of ['light', 'dark']) {
			const name = size + ', ' + colorScheme;
			const page = await page_of(browser, { viewport: { width, height }, colorScheme, hasTouch: size === 'phone' });
			await page.goto(open);
			await look(page, name);
			await page.screenshot({ path: `${folder}/${size}-${colorScheme}.png`, fullPage: true });
			same('no fault: ' + name, page.faults, []);
			await page.context().close();
		}
	}
	const page = await page_of(browser, { javaScriptEnabled: false });
	await page.goto(open);
	const rows = (table) => page.locator(`#${table} tbody tr`).count();
	ok('all can be read without script',
		await rows('by-function') >= 2 && await rows('by-directory') > 10);
	await page.context().close();
}

/* ---- its controls ---- */

async function sorting(page, table) {
	const heads = page.locator(`#${table} thead th`);
	const keys = (column) => page.locator(`#${table} tbody tr`).evaluateAll((rows, c) => rows.map((row) => {
		const key = row.cells[c].getAttribute('data-key');
		return key === null ? row.cells[c].textContent : parseFloat(key);
	}), column);
	const sorted = (list) => list.every((value, i) => i === 0 || list[i - 1] <= value);
	for (let column = 0; column < await heads.count(); column++) {
		const label = table + ' by ' + (await heads.nth(column).innerText()).trim();
		const directions = [];
		for (const press of ['click', 'Enter', 'Space']) {
			const button = heads.nth(column).locator('button');
			await (press === 'click' ? button.click() : button.press(press));
			const direction = await heads.nth(column).getAttribute('aria-sort');
			const list = await keys(column);
			ok(`${label}: ${press} sorts ${direction}`,
				sorted(direction === 'descending' ? list.reverse() : list), list);
			directions.push(direction);
		}
		ok(label + ': each press turns it round',
			directions[0] !== directions[1] && directions[0] === directions[2], directions);
		same(label + ': only one column is marked',
			await page.locator(`#${table} th[aria-sort]`).count(), 1);
	}
}

async function controls(browser) {
	const page = await page_of(browser, { viewport: desktop, colorScheme: 'light' });
	await page.goto(open);
	await sorting(page, 'by-function');
	await sorting(page, 'by-directory');
	const visible = () => page.locator('#by-directory tbody tr:visible').count();
	const all = await visible();
	await page.getByLabel('Filter').fill('ALERT(1)');
	same('filter leaves what fits', [await visible(), await page.locator('#found').innerText()],
		[1, '1 found']);
	await page.getByLabel('Filter').fill('');
	same('filter emptied shows all', await visible(), all);

	const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	const theme = page.getByRole('button', { name: /Theme/ });
	const seen = [];
	for (let i = 0; i < 3; i++) {
		await theme.click();
		seen.push([await theme.innerText(), await background()]);
	}
	same('theme goes round', seen.map((s) => s[0]), ['Theme: light', 'Theme: dark', 'Theme: auto']);
	ok('theme changes the colours', seen[0][1] === seen[2][1] && seen[0][1] !== seen[1][1],
		JSON.stringify(seen));
	await theme.click();
	await theme.click();
	await page.reload();
	same('theme is kept', [await theme.innerText(), await background()], seen[1]);
	await look(page, 'dark by choice');
	await theme.click();

	await page.locator('details summary').click();
	ok('those not called can be unfolded', await page.locator('details p').isVisible());
	await page.locator('details summary').press('Enter');
	ok('and folded by keyboard', !await page.locator('details p').isVisible());
	const time = () => page.locator('.about').innerText();
	const another = (old) => page.waitForFunction((text) => {
		const about = document.querySelector('.about');
		return about && about.innerText !== text;
	}, old);
	let before = await time();
	await page.waitForTimeout(1100);
	await page.getByRole('link', { name: 'Refresh' }).click();
	await another(before);
	ok('refresh', true);
	before = await time();
	await page.getByLabel('every 5 s').check();
	await another(before);
	ok('every 5 s', await page.getByLabel('every 5 s').isChecked());
	await page.getByLabel('every 5 s').uncheck();
	before = await time();
	await page.waitForTimeout(6500);
	same('and no more', await time(), before);
	same('no fault: controls', page.faults, []);
	await page.context().close();
}

/* Every control can be reached by Tab, shows that it has the focus, and has a name. */
async function keyboard(page, name) {
	await page.evaluate(() => { document.activeElement.blur(); window.scrollTo(0, 0); });
	const wanted = await page.locator(['a[href]', 'button', 'input:not([type=hidden])', 'summary',
		'[tabindex="0"]'].map((selector) => selector + ':visible').join(', ')).count();
	const reached = new Set();
	const faults = [];
	for (let i = 0; i < wanted + 3; i++) {
		await page.keyboard.press('Tab');
		const at = await page.evaluate(() => {
			const e = document.activeElement, style = getComputedStyle(e);
			const label = e.getAttribute('aria-label') ||
				(e.labels && e.labels[0] && e.labels[0].textContent) || e.textContent;
			const place = Array.prototype.indexOf.call(document.querySelectorAll('*'), e);
			return { tag: e.tagName, place, label: label.trim().slice(0, 40),
				outline: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1 };
		});
		if (at.tag === 'BODY') { break; }
		reached.add(at.place);
		if (!at.outline || at.label === '') { faults.push(JSON.stringify(at)); }
	}
	same('keyboard reaches every control: ' + name, reached.size, wanted);
	same('and each shows it, and has a name: ' + name, faults, []);
}

async function actions(browser) {
	const page = await page_of(browser, { viewport: desktop, colorScheme: 'light' });
	await page.goto(locked);
	await look(page, 'login');
	await page.screenshot({ path: `${folder}/login.png` });
	ok('the password has the focus', await page.getByLabel('Password').evaluate((e) => e === document.activeElement));
	await page.keyboard.type('wrong');
	await page.keyboard.press('Enter');
	await page.waitForSelector('.messages li');
	same('a wrong password', await text(page, '.messages li'), ['That is not the password.']);
	await page.getByLabel('Password').fill(password);
	await page.keyboard.press('Enter');
	await page.waitForSelector('#by-function');
	ok('in, without the mouse', true);
	await look(page, 'with actions');
	await keyboard(page, 'with actions');
	await page.screenshot({ path: `${folder}/actions.png`, fullPage: true });

	const said = async (name, pattern) => {
		await page.waitForSelector('.messages li.good');
		const words = (await text(page, '.messages li'))[0];
		ok(name, pattern.test(words), words);
	};
	await page.getByRole('button', { name: 'Forget everything' }).click();
	await said('forget everything', /^Everything was forgotten/);
	await page.goto(locked.replace('fastscan.php', 'work.php'));
	await page.goto(locked);
	const first = (await text(page, '#by-directory tbody .path')).find((p) => /\/tree\/fine /.test(p));
	ok('directories are back', first !== undefined);
	await page.getByRole('button', { name: 'Set counters to zero' }).click();
	await said('counters to zero', /counters .* are zero/);
	await page.locator('#invalidate').fill(first);
	await page.getByRole('button', { name: 'Forget this directory' }).click();
	await said('forget one directory', /^1 directory was forgotten/);
	await page.locator('#invalidate').fill(first.replace(/\/fine .*/, ''));
	await page.getByLabel('and below').press('Space');
	await page.getByRole('button', { name: 'Forget this directory' }).click();
	await said('and all below one', /^\d\d+ directories were forgotten/);
	await page.locator('#explain').fill(first + '/"><img src=x onerror=alert(1)>');
	await page.getByRole('button', { name: 'Explain' }).click();
	await page.waitForSelector('#explained');
	ok('explain', (await text(page, '#explained dt')).includes('answer'));
	await look(page, 'explained');
	await page.screenshot({ path: `${folder}/explained.png`, fullPage: true });
	await page.locator('#explain').fill('');
	await page.getByRole('button', { name: 'Explain' }).click();
	ok('an empty path is not sent', await page.locator('#explain').evaluate((e) =>
		!e.validity.valid && e === document.activeElement));
	const phone = page.viewportSize();
	await page.setViewportSize({ width: 390, height: 844 });
	await look(page, 'actions on a phone');
	await page.screenshot({ path: `${folder}/actions-phone.png`, fullPage: true });
	await page.setViewportSize(phone);
	await page.getByRole('button', { name: 'Log out' }).click();
	await page.waitForSelector('input[type=password]');
	await page.goto(locked);
	ok('log out', await page.locator('input[type=password]').isVisible());
	same('no fault: actions', page.faults, []);
	await page.context().close();
}

(async () => {
	const browser = await chromium.launch({
		executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-gpu'],
		timeout: 180000
	});
	try {
		await looks(browser);
		await controls(browser);
		await actions(browser);
	} catch (error) {
		ok('browser', false, error.stack);
	}
	await browser.close();
})();
