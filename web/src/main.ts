import { mount } from 'svelte';

import './app.css';
import App from './App.svelte';
import { settings } from './ui/settings.svelte';

settings.follow();
const target = document.getElementById('app');
if (target) void settings.show().then(() => mount(App, { target }));
